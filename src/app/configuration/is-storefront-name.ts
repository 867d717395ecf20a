const shape = /^[a-z0-9][a-z0-9_-]{0,62}$/i;

/** Whether a text can name a storefront: it stands in addresses of webhooks and in reports. */
export const isStorefrontName = (text: string): boolean => shape.test(text);

export const storefrontNameRemedy = 'Use letters, digits, - and _, such as us-store';

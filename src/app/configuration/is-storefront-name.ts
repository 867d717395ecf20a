const shape = /^[a-z0-9][a-z0-9_-]{0,62}$/i;

/** Whether a text can name a storefront: it stands in addresses of webhooks and in reports. */
export const isStorefrontName = (text: string): boolean => shape.test(text);

export const storefrontNameProblem = 'a storefront cannot have this name';

export const storefrontNameRemedy =
  'Use letters, digits, - and _, at most 63, with a letter or a digit first, such as us-store';

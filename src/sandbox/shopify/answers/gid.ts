/** `gid://shopify/Order/5400000000000` */
export const gid = (type: string, id: string | bigint | number): string => `gid://shopify/${type}/${id}`;

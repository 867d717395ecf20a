/* Recognizes fees that a platform lists among the taxes: amounts without a rate whose name says that they are not a tax. */

const saysFee = /\b(?:eco)?fees?\b|\bretail delivery\b/i;

/** Other names of fees that a law asks for: a bottle deposit, California's redemption value, a surcharge for 911. */
const saysCharge = /\b(?:charges?|surcharges?|assessments?|deposits?|redemption value|crv|rdf|e-?waste|stewardship)\b/i;

const saysTax = /\b(?:tax(?:es)?|vat|gst|hst)\b/i;

/**
 * Whether an amount without a rate is called a fee, such as the retail delivery fees of Colorado (C.R.S. 43-4-218) and Minnesota
 * (Minn. Stat. 168E).
 *
 * @example
 * isCalledFee('Colorado Retail Delivery Fee') // true
 * isCalledFee('Surcharge to the state tax') // false
 */
export const isCalledFee = (name: string): boolean =>
  saysFee.test(name) || (saysCharge.test(name) && !saysTax.test(name));

import { hash } from 'node:crypto';

/** SHA-256 of a text, in hexadecimal: compares frozen bodies without revealing them. */
export const digestOf = (text: string): string => hash('sha256', text);

/** What services make of names besides the forms of `NameForm`. */
export const otherNames: readonly (readonly [string, (name: string) => unknown])[] = [
  ['null', () => null],
  ['with ? for what is not ASCII', (one) => one.replaceAll(/[^\x20-\x7e]/g, '?')],
  ['with the replacement character', (one) => one.replaceAll('·', '\ufffd')],
  ['without what is not ASCII', (one) => one.replaceAll(/[^\x20-\x7e]/g, '')],
  ['lower case', (one) => one.toLowerCase()],
  ['in quotes', (one) => `"${one}"`],
  ['with a number before', (one) => `17. ${one}`],
  ['the record alone', (one) => one.replace(/^.*· /, '')],
  ['with non-breaking spaces', (one) => one.replaceAll(' ', '\u00a0')],
  ['with HTML around', (one) => `<b>${one}</b>`],
  ['trimmed to 18', (one) => one.slice(0, 18)],
  ['with a slash for the dot', (one) => one.replace('·', '/')],
  [
    'as texts of the service',
    (one) => `Order ${Array.from(one).reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 9973, 7)} received`,
  ],
  ['reversed parts', (one) => one.split(' · ').reverse().join(' · ')],
];

/** Characters of the address of a request, with its query: as many as common servers take. */
const maxAddress = 8_192;

/** Whether the address of a request is longer than any of ours. Asked before anything else is done with it. */
export const isTooLong = (address: string): boolean => address.length > maxAddress;

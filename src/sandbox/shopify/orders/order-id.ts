/** Orders have ids like the real ones; the one beyond 2^53 would come out wrong as a JavaScript number. */
const first = 5_400_000_000_000n;
const stride = 32_768n;
const beyond = 9_007_199_254_740_993n;

export const orderId = (index: number, isHuge: boolean): bigint =>
  isHuge ? beyond + 2n * BigInt(index) : first + stride * BigInt(index);

/** The index behind an id, if it has the form of the sample's ids. */
export const indexOfId = (id: bigint): number | undefined => {
  const [base, step] = id >= beyond ? [beyond, 2n] : [first, stride];
  return id >= base && (id - base) % step === 0n ? Number((id - base) / step) : undefined;
};

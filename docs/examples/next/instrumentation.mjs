// instrumentation.js of a Next.js app that runs as a separate server: starts with it.
export const register = async () => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { taxNexus } = await import('./lib/tax-nexus.mjs');
  // Settings that are missing must not take the site down with them.
  await taxNexus.start().catch(({ message }) => console.error(message));
};

/** Types for the single files of undici that we import; undici itself has types only for the whole package. */
declare module 'undici/lib/api/index.js' {
  const api: { readonly connect: unknown };
  export default api;
}

declare module 'undici/lib/dispatcher/dispatcher.js' {
  export { Dispatcher as default } from 'undici';
}

declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici';
}

declare module 'undici/lib/dispatcher/proxy-agent.js' {
  export { ProxyAgent as default } from 'undici';
}

import type { ScreenPorts } from './screen/screen-ports.ts';

/** The historical sync screen, loaded at its first request, so that hosts without it do not keep its pages in memory. */
export const lazyScreen = (ports: ScreenPorts): ((request: Request) => Promise<Response>) => {
  let loading: Promise<(request: Request) => Promise<Response>> | undefined;
  return async (request) => {
    loading ??= import('./screen/screen.ts').then(({ screen }) => screen(ports));
    return (await loading)(request);
  };
};

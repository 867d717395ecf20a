/** What the rest of the package uses of `src/web`: the handler of requests, and the types of its host. */
export type { Authorize, Right, ScreenFrame, ScreenPorts, ScreenUser } from './screen/screen-ports.ts';
export { storeMeaning } from './store-meaning.ts';
export { lazyScreenAndApi, webHandler } from './web-handler.ts';
export type { StoreDown, Unlisted, WebEvent, WebPorts } from './web-ports.ts';

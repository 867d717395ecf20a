export { lazyScreen } from './lazy-screen.ts';
export type {
  Authorize,
  LiveProgress,
  Refused,
  ScreenPorts,
  ScreenRuns,
  ScreenState,
  ScreenUser,
} from './screen/screen-ports.ts';
export { storeMeaning } from './store-meaning.ts';
export { webHandler } from './web-handler.ts';
export type { StoreDown, WebEvent, WebPorts } from './web-ports.ts';

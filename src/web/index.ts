export { screenAtFirstUse } from './screen-at-first-use.ts';
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
export type { WebEvent } from './web-event.ts';
export { webHandler } from './web-handler.ts';
export type { StoreDown, WebPorts } from './web-ports.ts';

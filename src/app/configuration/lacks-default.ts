import { types } from 'node:util';

/**
 * Whether a module was loaded that exports nothing by default, so that its named exports stand where settings should. One
 * whose named exports are settings will do.
 */
export const lacksDefault = (loaded: object): boolean =>
  (types.isModuleNamespaceObject(loaded) || '__esModule' in loaded) &&
  !('service' in loaded) &&
  !('storefronts' in loaded);

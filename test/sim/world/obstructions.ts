import { isPlain, writeForeign } from './foreign-writer.ts';
import type { Outside } from './world.ts';

/** Obstacles at the service: another client that writes there, and bodies that it refuses. */
export const obstruct = (world: Outside, refused: (key: string) => boolean): void => {
  const { kernel, dice, setting, truth } = world;
  for (const fact of truth.facts()) {
    const [key] = fact.keys;
    if (isPlain(fact) && refused(key)) truth.obstruct(key, 'refused');
  }
  if (!setting.hasForeignWriter) return;
  for (const { keys } of truth.facts()) {
    if (!dice.chance(0.15)) continue;
    const at = dice.chance(0.5) ? 0 : dice.int(0, setting.troubleLasts);
    kernel.after(at, null, 'another program is at work', () => writeForeign(world, keys[0]));
  }
};

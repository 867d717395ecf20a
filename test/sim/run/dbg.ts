import { simulate } from '../simulate.ts';
import { dice } from '../kernel/dice.ts';
import { drawSetting } from '../world/setting.ts';
const seed = Number(process.argv[2]);
const s = drawSetting(dice(seed).fork('setting'));
console.log(JSON.stringify({...s, zoneOf: undefined}));
process.env['DBG'] ??= '1';
const o = await simulate({ seed });
console.log(o.violations);

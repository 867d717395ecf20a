// Makes the shapes of the map of the US, src/web/screen/us-shapes.ts: `node scripts/us-map.mjs`. The source is us-atlas, in the
// projection that it was published in (Albers USA, 975 × 610); what is smaller than a pixel or two is dropped.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import { filter, filterWeight, presimplify, simplify } from 'topojson-simplify';

const require = createRequire(import.meta.url);
const atlas = JSON.parse(readFileSync(require.resolve('us-atlas/states-albers-10m.json'), 'utf8'));
const { version } = JSON.parse(readFileSync(require.resolve('us-atlas/package.json'), 'utf8'));
const license = readFileSync(require.resolve('us-atlas/LICENSE'), 'utf8').trim();

/** Square pixels: of a triangle that a point makes with its neighbors, and of an island. */
const [minTriangle, minIsland] = [3.6, 14];

const codes = {
  '01': 'AL', '02': 'AK', '04': 'AZ', '05': 'AR', '06': 'CA', '08': 'CO', '09': 'CT', 10: 'DE', 11: 'DC', 12: 'FL',
  13: 'GA', 15: 'HI', 16: 'ID', 17: 'IL', 18: 'IN', 19: 'IA', 20: 'KS', 21: 'KY', 22: 'LA', 23: 'ME', 24: 'MD',
  25: 'MA', 26: 'MI', 27: 'MN', 28: 'MS', 29: 'MO', 30: 'MT', 31: 'NE', 32: 'NV', 33: 'NH', 34: 'NJ', 35: 'NM',
  36: 'NY', 37: 'NC', 38: 'ND', 39: 'OH', 40: 'OK', 41: 'OR', 42: 'PA', 44: 'RI', 45: 'SC', 46: 'SD', 47: 'TN',
  48: 'TX', 49: 'UT', 50: 'VT', 51: 'VA', 53: 'WA', 54: 'WV', 55: 'WI', 56: 'WY',
}; // oxfmt-ignore

const weighted = presimplify(atlas);
const simple = simplify(weighted, minTriangle);
const isLarge = filterWeight(simple, minIsland);
const topology = filter(simple, isLarge);
const whole = feature(atlas, atlas.objects.states);
const states = feature(topology, topology.objects.states);

const polygonsOf = ({ type, coordinates }) => (type === 'Polygon' ? [coordinates] : coordinates);
const areaOf = (ring) =>
  Math.abs(
    ring.reduce(
      (sum, [x, y], at) => sum + x * ring[(at + 1) % ring.length][1] - ring[(at + 1) % ring.length][0] * y,
      0,
    ),
  ) / 2;

/** A ring in whole pixels, as relative steps; empty when nothing is left of it. */
const pathOf = (ring) => {
  const points = ring.map(([x, y]) => [Math.round(x), Math.round(y)]);
  const distinct = points.filter(([x, y], at) => at === 0 || x !== points[at - 1][0] || y !== points[at - 1][1]);
  if (distinct.length > 1 && String(distinct[0]) === String(distinct.at(-1))) distinct.pop();
  if (distinct.length < 3) return '';
  const [[x, y], ...rest] = distinct;
  let [lastX, lastY] = [x, y];
  const steps = rest.map(([nextX, nextY]) => {
    const step = `${nextX - lastX} ${nextY - lastY}`;
    [lastX, lastY] = [nextX, nextY];
    return step;
  });
  return `M${x} ${y}l${steps.join(' ')}z`.replaceAll(' -', '-');
};

/** The point of a polygon that is farthest from its edges, where a label has most room. */
const centerOf = (rings) => {
  const [outer] = rings;
  const [xs, ys] = [outer.map(([x]) => x), outer.map(([, y]) => y)];
  const edges = rings.flatMap((ring) => ring.map((point, at) => [point, ring[(at + 1) % ring.length]]));
  const isInside = (x, y) =>
    edges.filter(([[ax, ay], [bx, by]]) => ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax).length %
      2 ===
    1;
  // A label is wide and low, so distance counts more across.
  const distance = (x, y) =>
    Math.min(
      ...edges.map(([[ax, ay], [bx, by]]) => {
        const [dx, dy] = [(bx - ax) / 1.6, by - ay];
        const [px, py] = [(x - ax) / 1.6, y - ay];
        const share = Math.max(0, Math.min(1, (px * dx + py * dy) / (dx * dx + dy * dy || 1)));
        return Math.hypot(px - share * dx, py - share * dy);
      }),
    );
  let best = [0, 0, -1];
  for (let x = Math.min(...xs); x < Math.max(...xs); x += 1.5)
    for (let y = Math.min(...ys); y < Math.max(...ys); y += 1.5)
      if (isInside(x, y)) {
        const room = distance(x, y);
        if (room > best[2]) best = [x, y, room];
      }
  return best;
};

const shapes = whole.features
  .filter(({ id }) => codes[id] !== undefined)
  .map(({ id, geometry, properties: { name } }) => {
    const kept = states.features.find((one) => one.id === id)?.geometry ?? null;
    const [largest] = polygonsOf(geometry).toSorted((a, b) => areaOf(b[0]) - areaOf(a[0]));
    const path = (kept === null ? [largest] : polygonsOf(kept)).flatMap((rings) => rings.map(pathOf)).join('');
    const [x, y] = centerOf(largest);
    return { code: codes[id], name, path, x: Math.round(x), y: Math.round(y) };
  })
  .toSorted((a, b) => (a.code < b.code ? -1 : 1));

const text = `/*!
 * Shapes of the US states, made by scripts/us-map.mjs from us-atlas ${version}, whose source is the cartographic boundary files of the
 * U.S. Census Bureau, edition of 2017, which are in the public domain. us-atlas is under the ISC license:
 *
${license.replaceAll(/^/gm, ' * ').replaceAll(/ +$/gm, '')}
 */

interface Shape {
  readonly code: string;
  readonly name: string;
  /** Where a label has most room. */
  readonly x: number;
  readonly y: number;
  readonly path: string;
}

/** In a picture of 975 × 610. */
export const usShapes: readonly Shape[] = \`
${shapes.map(({ code, name, path, x, y }) => [code, name, x, y, path].join(',')).join('\n')}\`
  .trim()
  .split('\\n')
  .map((line) => {
    const [code = '', name = '', x = '', y = '', path = ''] = line.split(',');
    return { code, name, x: Number(x), y: Number(y), path };
  });
`;
writeFileSync('src/web/screen/us-shapes.ts', text);
const bytes = shapes.reduce((sum, { path }) => sum + path.length, 0);
console.log(`${shapes.length} shapes, ${bytes} bytes of paths`);

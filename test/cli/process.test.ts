import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  printable,
  isRedrawable,
  type TerminalSigns,
  isHeapChosen,
  watchOutput,
  userName,
} from '../../src/cli/process.ts';
import { table } from '../../src/cli/render/text.ts';
import { wrapped } from '../../src/cli/render/wrapped.ts';
import { Writable } from 'node:stream';

describe('a text on a terminal', () => {
  it.each<[string, string, string]>([
    ['goes on below its beginning', '  held (1): wait until it is paid', '  held (1): wait\n    until it is paid'],
    [
      'goes on below it, behind a mark',
      '  ok    access: the key is accepted',
      '  ok    access: the\n        key is\n        accepted',
    ],
    [
      'keeps its colors, which take no width',
      '\u001B[31mNot ready\u001B[39m: 2 things',
      '\u001B[31mNot ready\u001B[39m: 2 things',
    ],
    ['leaves the rows of a table', 'CA     USD      13  1868.38', 'CA     USD      13  1868.38'],
    ['leaves a row of CSV', 'us-store,1001,held,wait until it is paid', 'us-store,1001,held,wait until it is paid'],
    ['leaves JSON', '{"held": 1, "failed": 0, "a": 1}', '{"held": 1, "failed": 0, "a": 1}'],
    ['leaves what is copied', '  npx tax-nexus trigger order.paid', '  npx tax-nexus trigger order.paid'],
    ['leaves a line that redraws itself', '\r\u001B[2K[====] 12 of 20 sales', '\r\u001B[2K[====] 12 of 20 sales'],
    ['leaves a long word whole', 'https://example.com/orders/5012345678', 'https://example.com/orders/5012345678'],
  ])('%s', (_, text, fitted) => {
    expect(wrapped(text, 20)).toBe(fitted);
  });

  it('loses and adds nothing but blanks and ends of lines', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 90 }), (text, columns) => {
        expect(wrapped(text, columns).replaceAll(/[ \n]/g, '')).toBe(text.replaceAll(/[ \n]/g, ''));
      }),
    );
  });
});

describe('a table', () => {
  const long = 'A chair of oak, oiled by hand, with a seat of woven paper cord in six colors';

  it('fits a terminal of 80 columns: breaks headings and texts between words, and no number', () => {
    const head = ['line', 'sku', 'amount of one', 'tax collected'];
    expect(
      table([head, [long, 'CHAIR-OAK-06', '1000000000.00', '1000000.00'], ['Tea', '', '1.00', '0.00']], [2, 3]),
    ).toBe(
      [
        '                                                                             tax',
        'line                                     sku           amount of one   collected',
        '───────────────────────────────────────  ────────────  ─────────────  ──────────',
        'A chair of oak, oiled by hand, with a    CHAIR-OAK-06  1000000000.00  1000000.00',
        'seat of woven paper cord in six colors',
        'Tea                                                             1.00        0.00',
      ].join('\n'),
    );
  });

  it('breaks no word while another text can be broken between words', () => {
    const head = ['state', 'status', 'crossed', 'collect from', 'percent', 'sales', 'number', 'threshold'];
    const row = ['WA', 'registered', '2026-05-12', '2026-07-01', '258 %', '258867.74', '48', '100,000 or 200'];
    expect(table([head, row], [4, 5, 6])).toContain('WA     registered  2026-05-12  2026-07-01');
  });

  it('does so with any texts, and keeps every letter', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 90 });
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text, fc.nat().map(String)), { minLength: 1, maxLength: 4 }), (rows) => {
        const lines = table(rows, [2]).split('\n');
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
        const letters = (of: string): number => of.replaceAll(/[ \n─]/g, '').length;
        expect(letters(lines.join(''))).toBe(letters(rows.flat().join('')));
      }),
    );
  });
});

describe('what is printed of a text from outside', () => {
  it('commands no terminal: an escape sequence is no escape sequence any more', () => {
    expect(printable('#1001\u001b[2K\u001b[1A 0 failed\r0 held')).toBe('#1001\uFFFD[2K\uFFFD[1A 0 failed\uFFFD0 held');
  });

  it('is not read backwards', () => {
    expect(printable('total \u202e00.1')).toBe('total \uFFFD00.1');
  });

  it('keeps lines, columns and every letter of the world', () => {
    const text = 'place\ttotal\nMünchen · 東京 · ‏עברית\n';
    expect(printable(text)).toBe(text);
  });

  it('holds for any text at all', () => {
    const left = /[\p{Cc}]/u;
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => !left.test(printable(text).replaceAll(/[\n\t]/g, ''))),
    );
  });
});

const ordinary: TerminalSigns = { isTTY: true, columns: 80, env: { TERM: 'xterm-256color' } };

describe('the bar that redraws itself', () => {
  it('is drawn on an ordinary terminal', () => {
    expect(isRedrawable(ordinary)).toBe(true);
  });

  it.each<[string, Partial<TerminalSigns>]>([
    ['in a file or a pipe', { isTTY: false, columns: undefined }],
    ['on a terminal without a width', { columns: 0 }],
    ['on one that knows no escape sequences', { env: { TERM: 'dumb' } }],
    ['in a CI', { env: { TERM: 'xterm', CI: 'true' } }],
  ])('is plain lines %s', (_, differences) => {
    expect(isRedrawable({ ...ordinary, ...differences })).toBe(false);
  });
});

it.each([
  [['--max-semi-space-size=64', '--single-threaded-gc'], true],
  [['--enable-source-maps', '--max-semi-space-size=64 --no-warnings'], true],
  [['--min_semi_space_size=16'], true],
  [['--max-old-space-size=512', ''], false],
  [[], false],
])('the heap is lean unless the user chose the size of the young generation: %j', (options, isChosen) => {
  expect(isHeapChosen(options)).toBe(isChosen);
});

/** Says something to an output that fails in this way; what is pushed of it, and whether anything is lost. */
const printedTo = async (code: string): Promise<readonly [pushed: string, isLost: boolean]> => {
  const out = new Writable({ write: (_part, _encoding, done) => done(Object.assign(new Error('no'), { code })) });
  let pushed = '';
  const isLost = watchOutput(out, (text) => (pushed += text));
  await new Promise((resolve) => out.write('a report', resolve));
  out.emit('error', Object.assign(new Error('again'), { code }));
  return [pushed, isLost()];
};

describe('an output that fails', () => {
  it('is sent once, with what to do, when its disk is full', async () => {
    const [pushed, isLost] = await printedTo('ENOSPC');
    expect(pushed).toBe('The output could not be written (ENOSPC) and is incomplete. Run the command again.\n');
    expect(isLost).toBe(true);
  });

  it('loses nothing when its reader has ended', async () => {
    expect(await printedTo('EPIPE')).toStrictEqual(['', false]);
  });
});

/** What Node does in a container whose user stands in no list. */
const nameless = (): never => {
  throw new Error('uv_os_get_passwd returned ENOENT');
};

describe('the name under which notes of this machine stand', () => {
  it('is that of the logged-in user', () => {
    expect(userName({ USER: 'other' }, () => 'ada')).toBe('ada');
  });

  it('comes from the environment where the machine has no name for its user, and is never missing', () => {
    expect(userName({ USER: 'ada' }, nameless)).toBe('ada');
    expect(userName({ USERNAME: 'ada' }, nameless)).toBe('ada');
    expect(userName({}, nameless)).toBe('unknown');
  });
});

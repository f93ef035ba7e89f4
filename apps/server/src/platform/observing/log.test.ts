import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): { text: string; line: Record<string, unknown> } {
  const lines: string[] = [];
  write(createLog({ logLevel: 'trace' }, { write: (line) => void lines.push(line) }));
  return { text: lines.join(''), line: JSON.parse(lines[0] ?? '{}') as Record<string, unknown> };
}

test('NFR-014: positions, names, e-mails, plates and tokens never reach a log line, however deep they lie', () => {
  const { text } = logged((log) =>
    log.info(
      {
        unit: { name: 'Volvo', registrationNumber: 'ABC123', latest: { lat: 59.3293, lon_e7: 180686000 } },
        member: { fullName: 'Anna Berg', email: 'anna@example.test' },
        headers: { authorization: 'Bearer s3cret-token', cookie: 'a=b' },
        list: [{ phoneId: 'f00d' }],
      },
      'seen',
    ),
  );
  for (const secret of ['Volvo', 'ABC123', '59.3293', '180686000', 'Anna', 'example.test', 's3cret', 'a=b', 'f00d'])
    expect(text).not.toContain(secret);
});

test('NFR-014: texts are searched too, also those of errors and of their causes', () => {
  const cause = new Error('Key (lower(email))=(anna@example.test) already exists.');
  const error = Object.assign(new Error('from 356307042441013 at 59.329323, 18.068581', { cause }), {
    code: '23505',
    detail: 'Anna Berg',
  });
  const { text, line } = logged((log) =>
    log.warn({ err: error }, 'GET /x?lat=59.3&lng=18.1 for anna@example.test with Bearer abc.def'),
  );
  for (const secret of ['356307042441013', '59.3', '18.06', 'anna@', 'Anna Berg', 'abc.def']) expect(text).not.toContain(secret);
  expect(line).toMatchObject({ level: 'warn', err: { type: 'Error', code: '23505', cause: { type: 'Error' } } });
});

test('12-A10: tokens, secrets and their hashes are taken out of any text, and names of files, calls and runs stay', () => {
  const token = 'Zk3x_9Qw-7LmN2pR5tUvB8yCdEfGhIjKlMnOpQrStUv';
  const hex = '0123456789abcdef'.repeat(2);
  const { text } = logged((log) =>
    log.warn(`at ${token} (a.js?_c=short1) session=short2; id ${hex} ${hex}${hex} whsec_ab+/c= /share/${token}`),
  );
  for (const secret of [token, 'short1', 'short2', hex, 'ab+/c']) expect(text).not.toContain(secret);
  const plain = 'trips.rebuild-unit-days-of-a-whole-account at Page (map-page-Dk3x9.js:1:2) 0b9e7f5e-3c55-4c1e-9f0e-2f4e6a8b1c2d';
  expect(logged((log) => log.warn(plain)).text).toContain(plain);
});

test('NFR-014: an error logged bare is scrubbed like one in a field', () => {
  const { text, line } = logged((log) => log.error(Object.assign(new Error('for anna@example.test'), { detail: 'Anna Berg' })));
  expect(text).not.toMatch(/anna@|Anna Berg/);
  expect(line).toMatchObject({ msg: 'for [e-mail]', err: { message: 'for [e-mail]' } });
});

test('ASVS 16.4.1: what somebody wrote stays within its line, line breaks and control characters too', () => {
  const forged = 'seen\n{"level":"error","msg":"forged"}\r\u0000\u001b[2J\u2028';
  const { text, line } = logged((log) => log.warn({ page: forged, err: new Error(forged) }, forged));
  expect([...text].filter((character) => character < ' ')).toEqual(['\n']);
  expect(line).toMatchObject({ level: 'warn', page: forged, msg: forged });
});

test('NFR-014: what a child logger is bound to is scrubbed', () => {
  const { text } = logged((log) => log.child({ imei: '356307042441013', email: 'anna@example.test' }).info('hello'));
  expect(text).not.toMatch(/356307042441013|anna@/);
  expect(text).toContain('…1013');
});

test('a tracker can be followed by the end of its number, and counts stay', () => {
  const { line } = logged((log) => log.info({ imei: '356307042441013', records: 12, ms: 3.5 }, 'appended'));
  expect(line).toMatchObject({ imei: '…1013', records: 12, ms: 3.5, msg: 'appended' });
});

function calmLog() {
  const lines: Record<string, unknown>[] = [];
  let ms = 0;
  const log = createLog({ logLevel: 'info' }, { write: (text) => void lines.push(JSON.parse(text) as never) }, () => ms);
  return { log, lines, pass: (byMs: number) => (ms += byMs) };
}

test('12-B12: a fault that comes again and again is one line a minute, which counts those left out', () => {
  const { log, lines, pass } = calmLog();
  for (let second = 0; second < 150; second++) {
    log.warn(
      { message: `Failed task ${second} (webhook, ${second * 1.5}ms) with error 'no answer from ${second}'` },
      'job queue',
    );
    log.info({ second }, 'told each time');
    pass(1_000);
  }
  const faults = lines.filter(({ level }) => level === 'warn');
  expect(faults.map(({ leftOut }) => leftOut)).toEqual([undefined, 59, 59]);
  expect(lines.filter(({ level }) => level === 'info')).toHaveLength(150);
});

test('12-B12: a database that is away is one line a minute for all who miss it, without a stack; another fault is told beside it', () => {
  const { log, lines, pass } = calmLog();
  const away = Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
  const cut = new Error('Connection terminated unexpectedly');
  for (let second = 0; second < 60; second++) {
    log.error({ err: away }, 'the log could not be projected; trying again');
    log.warn({ err: cut, channel: 'spora_live' }, 'the database cannot be listened to for now');
    log.warn({ message: `Error with notify listener (trying again in ${second}ms): read ECONNRESET` }, 'job queue');
    pass(1_000);
  }
  log.error({ err: new TypeError('x is not a function') }, 'the log could not be projected; trying again');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatchObject({ outage: 'the database cannot be reached', err: { code: '57P01' } });
  expect(lines[0]).not.toHaveProperty('err.stack');
  expect(lines[1]).toHaveProperty('err.stack');
});

test('12-B12: a line with the reference that a person was shown is never left out', () => {
  const { log, lines } = calmLog();
  for (const reqId of ['a1', 'b2', 'c3']) log.child({ reqId }).error({ err: new Error('no') }, 'a call failed');
  expect(lines.map(({ reqId }) => reqId)).toEqual(['a1', 'b2', 'c3']);
});

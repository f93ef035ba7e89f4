import { recordsOf } from '@spora/telemetry/columns';
import type { PositionRecord } from '@spora/telemetry/record';
import { describe, expect, test } from 'vitest';
import { PLAIN_IO } from '../avl/plain.ts';
import { ProtocolError, type StreamEvent } from '../protocol.ts';
import { encodeLogin } from './encode.ts';
import { wrapFrame } from './frame.ts';
import { createReplyReader } from './replies.ts';
import { createStreamDecoder } from './stream.ts';

/*
 * Frames as published: DOCUMENT is "GT06 GPS Tracker Communication Protocol" 1.8.1 of Concox, with its chapter; CAPTURE
 * are bytes of real trackers that the tests of the open-source server Traccar hold (Gt06ProtocolDecoderTest). Restated as facts: the
 * bytes and what they mean.
 */
const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

function decode(hex: string, login = hexOf(encodeLogin('356307042441013'))): StreamEvent[] {
  const decoder = createStreamDecoder();
  decoder.push(bytesOf(login));
  return decoder.push(bytesOf(hex));
}

/** The one record of a frame, its elements by their number, and the answer. */
function position(hex: string, login?: string) {
  const [event, ...others] = decode(hex, login);
  expect(others).toEqual([]);
  if (event?.kind !== 'positions') throw new Error('no positions');
  const [record] = recordsOf(event.columns);
  return { ...record!, io: elementsOf(record!), answer: hexOf(event.acknowledgement) };
}

const elementsOf = (record: PositionRecord) => Object.fromEntries(record.io.map(({ id, value }) => [id, value]));

const reasonOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return error instanceof ProtocolError ? error.reason : error;
  }
  return 'accepted';
};

const LOGIN = '78780D01012345678901234500018CDD0D0A';
const LOCATION = '78781F120B081D112E10CF027AC7EB0C46584900148F01CC00287D001FB8000380810D0A';
const ALARM = '787825160B0B0F0E241DCF027AC8870C4657E60014020901CC00287D001F726506040101003656A40D0A';

describe('logins', () => {
  test('DOCUMENT 5.1.3: the number, and the answer as it is printed', () => {
    expect(createStreamDecoder().push(bytesOf(LOGIN))).toEqual([
      { kind: 'hello', name: '123456789012345', accepted: bytesOf('787805010001D9DC0D0A'), refused: new Uint8Array(0) },
    ]);
  });

  test.each([
    ['78780D01086471700328358100093F040D0A', '864717003283581'],
    ['787811010863586038760942a0010000010aa4000d0a', '863586038760942'],
  ])('CAPTURE %s', (hex, name) => {
    expect(createStreamDecoder().push(bytesOf(hex))).toMatchObject([{ kind: 'hello', name }]);
  });

  test('times are of the zone that the login says, east and west, and UTC where it says none or one that is none', () => {
    const login = (zone: number) => hexOf(wrapFrame(1, bytesOf(`01234567890123450001${zone.toString(16).padStart(4, '0')}`), 1));
    const timeOf = (zone: number) => new Date(position(LOCATION, login(zone)).timeMs).toISOString();
    expect(timeOf((800 << 4) | 1)).toBe('2011-08-29T09:46:16.000Z');
    expect(timeOf((330 << 4) | 8)).toBe('2011-08-29T21:16:16.000Z');
    expect(timeOf(0)).toBe('2011-08-29T17:46:16.000Z');
    expect(timeOf(0xfff0)).toBe('2011-08-29T17:46:16.000Z');
  });

  test('a login may come again on the same connection', () => {
    const decoder = createStreamDecoder();
    expect([...decoder.push(bytesOf(LOGIN)), ...decoder.push(bytesOf(LOGIN))].map(({ kind }) => kind)).toEqual([
      'hello',
      'hello',
    ]);
  });
});

describe('positions', () => {
  test('DOCUMENT 5.2.2: a location, and its answer', () => {
    expect(position(LOCATION)).toEqual({
      timeMs: Date.UTC(2011, 7, 29, 17, 46, 16),
      latE7: 231_116_683,
      lonE7: 1_144_092_850,
      altitudeM: 0,
      headingDeg: 143,
      satellites: 15,
      speedKmh: 0,
      priority: 0,
      eventId: 0,
      io: {},
      answer: '787805120003903f0d0a',
    });
  });

  test.each([
    [
      '12, south and west',
      '7878241216040e102c22cf00915ffb04c6016300195a02d402283b00753f400571040001dda4880d0a',
      '2022-04-14T16:44:34',
      -52_929_394,
      -444_918_594,
      15,
      {},
    ],
    [
      '11',
      '78782111150b0b022c30c804b7af7808810cb0003c00012e02d075df0084890c000679950d0a',
      '2021-11-11T02:44:48',
      439_704_844,
      -792_639_556,
      8,
      {},
    ],
    [
      '12, ignition in the course',
      '787821121303120b2524c70138e363085b549003d43301940057d200cd52c000006aa1ca0d0a',
      '2019-03-18T11:37:36',
      113_919_128,
      778_906_400,
      7,
      { [PLAIN_IO.ignition]: 1 },
    ],
    [
      '12, with more behind',
      '78782b1215050d03041bcf031ff30a0be795bc001c17014e14a065dd95314504b6040000001c00000cd90ab8fb6f0d0a',
      '2021-05-13T03:04:27',
      291_252_678,
      -1_109_591_800,
      15,
      {},
    ],
    [
      '22',
      '787822220F0C1D023305C9027AC8180C46586000140001CC00287D001F71000001000820860D0A',
      '2015-12-29T02:51:05',
      231_116_933,
      1_144_092_978,
      9,
      { [PLAIN_IO.ignition]: 0 },
    ],
    [
      '22, ignition on, no fix',
      '787822221106160a1016c60278019407c7783800040001940504700046fc01030100065f570d0a',
      '2017-06-22T10:16:22',
      230_106_422,
      725_071_956,
      0,
      { [PLAIN_IO.ignition]: 1 },
    ],
    [
      '22, Central Europe',
      '78782222120616083817c5050cc8c801a819d600152400e8011dbf003332000000004862500d0a',
      '2018-06-22T08:56:23',
      470_688_400,
      154_410_433,
      5,
      { [PLAIN_IO.ignition]: 0 },
    ],
  ] as const)('CAPTURE %s', (_name, hex, time, latE7, lonE7, satellites, io) => {
    const found = position(hex);
    expect({ ...found, time: new Date(found.timeMs).toISOString().slice(0, 19) }).toMatchObject({
      time,
      latE7,
      lonE7,
      satellites,
      io,
    });
  });

  test('a fix without place on earth, or none at all, is no fix', () => {
    const CAPTURE = '78782ca3110b10081336f000000000000000000004003901cc0000009191000000000906170304050400010003e0940d0a';
    expect(position(CAPTURE)).toMatchObject({ satellites: 0, latE7: 0, lonE7: 0 });
    const far = hexOf(wrapFrame(0x10, bytesOf('0B081D112E10CFFFFFFFFF0C46584900148F'), 3));
    expect(position(far)).toMatchObject({ satellites: 0, latE7: 0 });
  });

  test('a time that is none: nothing to keep, but the tracker is answered and does not send it for ever', () => {
    const frame = hexOf(wrapFrame(0x12, bytesOf('000000000000C0000000000000000000040001CC00287D001FB8'), 3));
    expect(decode(frame)).toMatchObject([{ kind: 'ping', answer: bytesOf('787805120003903f0d0a') }]);
  });
});

describe('alarms and statuses', () => {
  test('DOCUMENT 5.3.2: the alarm button, its state and its answer', () => {
    expect(position(ALARM)).toMatchObject({
      timeMs: Date.UTC(2011, 10, 15, 14, 36, 29),
      priority: 2,
      eventId: PLAIN_IO.cause,
      io: {
        [PLAIN_IO.alarmButton]: 1,
        [PLAIN_IO.charging]: 1,
        [PLAIN_IO.ignition]: 0,
        [PLAIN_IO.batteryLevel]: 100,
        [PLAIN_IO.cause]: 1,
      },
      answer: '78780516003695700d0a',
    });
  });

  test.each([
    [
      '26, shock',
      '7878252612030C063816C3026C10540C38C9700144030901CC002866000EEE0C06040302000DA2DB0D0A',
      { [PLAIN_IO.cause]: 3, [PLAIN_IO.alarmButton]: 0 },
    ],
    [
      '16, no alarm',
      '7878251613020C12141AC5027951430C2A16F60014000900000000001A00007C550300020002F1E70D0A',
      { [PLAIN_IO.charging]: 1, [PLAIN_IO.gsmSignal]: 3 },
    ],
    [
      'A4, a wide tower',
      '78782EA4110C0C02281BF6026C18720C38D22800149C1181CC00010000260E000000000615F8012C05041102FF001058FD0D0A',
      { [PLAIN_IO.cause]: 0x11, [PLAIN_IO.batteryLevel]: 83 },
    ],
  ] as const)('CAPTURE %s', (_name, hex, io) => {
    expect(position(hex)).toMatchObject({ io });
  });

  test('what a status says is told with the next position, once: a status has no time', () => {
    const decoder = createStreamDecoder();
    decoder.push(bytesOf(LOGIN));
    // CAPTURE: a status published with a server of its own (node gt06).
    expect(decoder.push(bytesOf('78780a13400504000000153dc20d0a'))).toEqual([
      { kind: 'ping', answer: bytesOf('787805130015bf540d0a') },
    ]);
    const [first] = decoder.push(bytesOf(LOCATION));
    const [second] = decoder.push(bytesOf(LOCATION));
    if (first?.kind !== 'positions' || second?.kind !== 'positions') throw new Error('no positions');
    expect(elementsOf(recordsOf(first.columns)[0]!)).toEqual({
      [PLAIN_IO.ignition]: 0,
      [PLAIN_IO.charging]: 0,
      [PLAIN_IO.output1]: 0,
      [PLAIN_IO.alarmButton]: 0,
      [PLAIN_IO.unplugged]: 0,
      [PLAIN_IO.batteryLevel]: 83,
      [PLAIN_IO.gsmSignal]: 4,
    });
    expect(recordsOf(second.columns)[0]!.io).toEqual([]);
  });

  test('several positions of one piece are one event with all of their answers', () => {
    const [event, ...others] = decode(LOCATION + ALARM);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ kind: 'positions', acknowledgement: bytesOf('787805120003903f0d0a78780516003695700d0a') });
  });

  test.each([
    ['a status of another layout', '7878151330802b00000642014f0008720000802b5ee4d4c90d0a', '787805135ee410b50d0a'],
    ['a heartbeat', '78780B23C00122040001000818720D0A', '787805230008f29e0d0a'],
    ['a location without one', '787805120099abec0d0a', '787805120099abec0d0a'],
    ['a voltage', '7878079404eb001c705d0d0a', ''],
    ['information, long', '79790008940000ed0289d6860d0a', ''],
    ['an alarm by itself', '78780c95130a071223200100013ad10d0a', ''],
  ])('CAPTURE %s: alive', (_name, hex, answer) => {
    expect(decode(hex)).toMatchObject([{ kind: 'ping', answer: bytesOf(answer) }]);
  });
});

test.each([
  [
    '21, two bytes a letter',
    '797900262100000000020043006f006d006d0061006e00640020006500720072006f0072002100236e850d0a',
    'Command error!',
  ],
  [
    '15',
    '7878281520000000003c49434349443a38393838323339303030303039373330323635303e00020d446f260d0a',
    '<ICCID:89882390000097302650>',
  ],
])('CAPTURE texts: %s', (_name, hex, text) => {
  expect(decode(hex)).toEqual([{ kind: 'message', message: { kind: 'answer', text } }]);
});

describe('bad frames', () => {
  test.each([
    [
      'DOCUMENT 5.2.2 as printed: one byte is not what its check sum says',
      '78781F120B081D112E10CC027AC7EB0C46584900148F01CC00287D001FB8000380810D0A',
      'crc',
    ],
    ['DOCUMENT 5.4.3 as printed: a length two too small', '787808134B040300010011061F0D0A', 'trailing'],
    ['CAPTURE: no check sum at all', '7878121011091c0b1b2999058508040097a89e0034520d0a', 'trailing'],
    ['CAPTURE: a wireless report with a length of 0', '7878006919012105090303028f01007549e05a00bc9c5c5a007a8d1a5a0d0a', 'length'],
    ['a start of two kinds', '78790D01', 'preamble'],
    ['another protocol', '000f333536333037303432343431303133', 'preamble'],
    ['longer than any', '79791001', 'too-long'],
  ])('%s', (_name, hex, reason) => {
    expect(reasonOf(() => decode(hex))).toBe(reason);
  });

  test('a location before the login, and a login whose number is none', () => {
    expect(reasonOf(() => createStreamDecoder().push(bytesOf(LOCATION)))).toBe('hello');
    const login = wrapFrame(1, bytesOf('0abcdef890123456'), 1);
    expect(reasonOf(() => createStreamDecoder().push(login))).toBe('imei');
  });
});

test('the other end understands the answers, however they are cut', () => {
  const reader = createReplyReader();
  const bytes = bytesOf('787805010001D9DC0D0A787805130011F9700D0A787805120003903f0d0a');
  expect([...bytes].flatMap((byte) => reader.push(Uint8Array.of(byte)))).toEqual([
    { kind: 'hello', isAccepted: true },
    { kind: 'acknowledged', count: null },
  ]);
});

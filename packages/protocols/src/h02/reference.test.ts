import { recordsOf } from '@spora/telemetry/columns';
import type { PositionRecord } from '@spora/telemetry/record';
import { describe, expect, test } from 'vitest';
import { PLAIN_IO } from '../avl/plain.ts';
import { ProtocolError, type StreamEvent } from '../protocol.ts';
import { latin1 } from '../text-fields.ts';
import { createStreamDecoder } from './stream.ts';
import { BINARY_CAPTURE } from './testing.ts';

/*
 * Messages of real trackers that the tests of the open-source server Traccar hold (H02ProtocolDecoderTest), and the same
 * broken in one place. Restated as facts: the bytes and what they mean. Places are stated as the message has them, in
 * degrees and minutes.
 */
const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const e7 = (degrees: number, minutes: number) => Math.round((degrees + minutes / 60) * 1e7);
const at = (text: string) => Date.parse(`${text}Z`);

const decode = (said: string | Uint8Array): StreamEvent[] =>
  createStreamDecoder().push(typeof said === 'string' ? latin1(said) : said);

/** The one record of a message, with who sent it and the answer. */
function position(said: string | Uint8Array) {
  const [hello, event, ...others] = decode(said);
  expect(others).toEqual([]);
  if (hello?.kind !== 'hello' || event?.kind !== 'positions') throw new Error('no position');
  const [record] = recordsOf(event.columns);
  return { ...record!, io: elementsOf(record!), name: hello.name, answer: Buffer.from(event.acknowledgement).toString('latin1') };
}

const elementsOf = (record: PositionRecord) => Object.fromEntries(record.io.map(({ id, value }) => [id, value]));

const reasonOf = (said: string | Uint8Array) => {
  try {
    const decoder = createStreamDecoder();
    decoder.push(typeof said === 'string' ? latin1(said) : said);
    return decoder.failure?.reason ?? 'accepted';
  } catch (error) {
    return error instanceof ProtocolError ? error.reason : error;
  }
};

const OFF = { [PLAIN_IO.ignition]: 0, [PLAIN_IO.alarmButton]: 0, [PLAIN_IO.unplugged]: 0 };
const ON = { ...OFF, [PLAIN_IO.ignition]: 1 };

describe('texts', () => {
  test('a position, who sends it, what its status says and its answer', () => {
    expect(position('*HQ,4210051415,V1,164549,A,0956.3869,N,08406.7068,W,000.00,000,221215,FFFFFBFF,712,01,0,0,6#')).toEqual({
      name: '000004210051415',
      timeMs: at('2015-12-22T16:45:49'),
      latE7: e7(9, 56.3869),
      lonE7: -e7(84, 6.7068),
      altitudeM: 0,
      headingDeg: 0,
      satellites: 4,
      speedKmh: 0,
      priority: 0,
      eventId: 0,
      io: OFF,
      answer: '*HQ,4210051415,V4,V1,20151222164549#',
    });
  });

  test.each([
    [
      'a fix that is not said to be one',
      '*HQ,355488020119695,V1,050418,,2827.61232,N,07703.84822,E,0.00,0,031015,FFFEFBFF#',
      '2015-10-03T05:04:18',
      e7(28, 27.61232),
      e7(77, 3.84822),
      0,
      OFF,
    ],
    [
      'signs and dashes',
      '*HQ,1451316409,V1,030149,A,-23-29.0095,S,-46-51.5852,W,2.4,065,070315,FFFFFFFF#',
      '2015-03-07T03:01:49',
      -e7(23, 29.0095),
      -e7(46, 51.5852),
      4,
      ON,
    ],
    [
      'one digit of minutes',
      '*HQ,1451316485,V1,121557,A,-23-3.3408,S,-48-2.8926,W,0.1,158,241115,FFFFFFFF#',
      '2015-11-24T12:15:57',
      -e7(23, 3.3408),
      -e7(48, 2.8926),
      4,
      ON,
    ],
    [
      'degrees without zeros',
      '*HQ,354188045498669,V1,195200,A,701.8915,S,3450.3399,W,0.00,205.70,050213,ffffffff,000243,000000,000000#',
      '2013-02-05T19:52:00',
      -e7(7, 1.8915),
      -e7(34, 50.3399),
      4,
      ON,
    ],
    [
      'another maker, and an end of line',
      '*TH,2020916012,V1,050316,A,2212.8745,N,11346.6574,E,14.28,028,220902,FFFFFBFF#\r\n',
      '2002-09-22T05:03:16',
      e7(22, 12.8745),
      e7(113, 46.6574),
      4,
      OFF,
    ],
    [
      'a battery before the date',
      '*HQ,4210209006,V1,054048,A,2828.2297,N,07733.4332,E,000.5,047,4,080918,EEE7FBDF,4261193,0#',
      '2018-09-08T05:40:48',
      e7(28, 28.2297),
      e7(77, 33.4332),
      4,
      { ...OFF, [PLAIN_IO.unplugged]: 1 },
    ],
    [
      'V2, a coding scheme for the validity',
      '*HQ,353505221264507,V2,100220,0,5238.26259,N,00507.33983,E,0.25,0,280917,FFFFFFFF,cc,28,  db,d75b#',
      '2017-09-28T10:02:20',
      e7(52, 38.26259),
      e7(5, 7.33983),
      4,
      ON,
    ],
    [
      'VI1',
      '*HQ,353505221264507,VI1,075146,0,5238.25900,N,00507.33429,E,0.54,0,250917,FFFFFFFF,cc,28,  db,d75b#',
      '2017-09-25T07:51:46',
      e7(52, 38.259),
      e7(5, 7.33429),
      4,
      ON,
    ],
    [
      'V19, the card of the network before the status',
      '*HQ,4209951296,V19,214452,A,5201.0178,N,01830.5029,E,000.00,000,200417,,195.63.13.195,89480610500392633029,BFFFFBFF#',
      '2017-04-20T21:44:52',
      e7(52, 1.0178),
      e7(18, 30.5029),
      4,
      OFF,
    ],
  ] as const)('%s', (_name, said, time, latE7, lonE7, satellites, io) => {
    expect(position(said)).toMatchObject({ timeMs: at(time), latE7, lonE7, satellites, io });
  });

  test('knots become kilometres an hour, and the course degrees', () => {
    expect(
      position('*HQ,353588020068342,V1,084436,A,3257.01525,N,00655.03865,W,57.78,40,011216,FFFBFFFF,25c,a, 154,b04c#'),
    ).toMatchObject({
      speedKmh: 107,
      headingDeg: 40,
    });
    expect(
      position('*HQ,123456789012345,V1,155850,A,5214.5346,N,2117.4683,E,0.00,270.90,131012,ffffffff,000000,000000#'),
    ).toMatchObject({
      headingDeg: 271,
    });
  });

  test('a cut of the power is told, and a button too, before all else', () => {
    expect(position('*HQ,4300256455,V1,111817,A,1935.5128,N,04656.3243,E,0.00,100,170913,FFE7FBFF#')).toMatchObject({
      priority: 0,
      io: { ...OFF, [PLAIN_IO.unplugged]: 1 },
    });
    expect(position('*HQ,2020916012,V1,130305,A,2212.8745,N,11346.6574,E,14.28,028,220902,FFFFFBFD#')).toMatchObject({
      priority: 2,
      eventId: PLAIN_IO.cause,
      io: { ...OFF, [PLAIN_IO.alarmButton]: 1, [PLAIN_IO.cause]: 0xfffffbfd },
    });
  });

  test.each([
    ['a heartbeat, with its own head', '*HQ,356327080425330,HTBT,97#', '*HQ,356327080425330,HTBT#'],
    ['cells', '*HQ,4109179024,NBR,103732,722,310,0,6,8106,32010,23,100217,FFFFFBFF,5#', '*HQ,4109179024,V4,NBR#'],
    ['a link', '*HQ,1600068860,LINK,112137,20,8,67,0,0,081116,FFFFFBFF#', '*HQ,1600068860,V4,LINK#'],
    [
      'cells, V3',
      '*HQ,353111080001055,V3,044855,28403,01,001450,011473,158,-62,0292,0,X,030817,FFFFFBFF#',
      '*HQ,353111080001055,V4,V3#',
    ],
    ['no place and no date', '*HQ,353505510948929,V1,,V,,N,,E,0.00,0,,FFFFF7FF,f0,a,11a0,c0c6#', '*HQ,353505510948929,V4,V1#'],
    [
      'a place without a date',
      '*HQ,353505220873067,V1,,V,4605.75732,N,01430.73863,E,0.00,0,,FFFFFFEF,125,194,  64,d3#',
      '*HQ,353505220873067,V4,V1#',
    ],
    [
      'a date of zeros',
      '*HQ,353588020068342,V1,000000,V,0.0000,0,0.0000,0,0.00,0.00,000000,ffffffff,000106#',
      '*HQ,353588020068342,V4,V1#',
    ],
    ['nothing but the id', '*HQ,4109198974,#', ''],
    ['a kind that is not of ours', '*HQ,8401016597,BASE,152609,0,0,0,0,211014,FFFFFFFF#', ''],
  ])('%s: alive', (_name, said, answer) => {
    expect(decode(said)).toMatchObject([{ kind: 'hello' }, { kind: 'ping', answer: latin1(answer) }]);
  });

  test('an answer to a command', () => {
    expect(decode('*TH,2020916012,V4,S20,DONE,130305,050316,A,2212.8745,N,11346.6574,E,14.28,028,220902,F7FFFBFF#')[1]).toEqual({
      kind: 'message',
      message: { kind: 'answer', text: 'S20,DONE,130305,050316,A,2212.8745,N,11346.6574,E,14.28,028,220902,F7FFFBFF' },
    });
  });
});

describe('binary positions', () => {
  test('one with the bytes of a cell behind it; none is answered', () => {
    expect(position(BINARY_CAPTURE)).toMatchObject({
      name: '000004106000826',
      timeMs: at('2015-08-31T21:53:21'),
      latE7: e7(4, 41.939),
      lonE7: -e7(74, 4.183),
      satellites: 4,
      io: { ...OFF, [PLAIN_IO.alarmButton]: 1 },
      answer: '',
    });
  });

  test.each([
    [
      '2441060116601245431311165035313006004318210e000000fffffbffff0024',
      '2016-11-13T12:45:43',
      e7(50, 35.313),
      e7(4, 31.821),
      OFF,
    ],
    [
      '2427051711092133391406135002584900014337822e000000ffffffffff0000',
      '2013-06-14T21:33:39',
      e7(50, 2.5849),
      e7(14, 33.7822),
      ON,
    ],
    [
      '2410307310010503162209022212874500113466574C014028fffffbffff0000',
      '2002-09-22T05:03:16',
      e7(22, 12.8745),
      e7(113, 46.6574),
      OFF,
    ],
    [
      '24270517030820321418041423307879000463213792000056fffff9ffff0000',
      '2014-04-18T20:32:14',
      -e7(23, 30.7879),
      -e7(46, 32.1379),
      OFF,
    ],
    [
      '24971305007205201916101533335008000073206976000000effffbffff000252776566060000000000000000000049',
      '2015-10-16T05:20:19',
      e7(33, 33.5008),
      -e7(7, 32.0697),
      OFF,
    ],
  ] as const)('%s', (hex, time, latE7, lonE7, io) => {
    expect(position(bytesOf(hex))).toMatchObject({ timeMs: at(time), latE7, lonE7, io });
  });

  test('both lengths one after the other, and texts between them, byte by byte', () => {
    const bytes = [
      ...BINARY_CAPTURE,
      ...BINARY_CAPTURE.subarray(0, 32),
      ...BINARY_CAPTURE,
      ...latin1('*HQ,4106000826,HTBT,9#'),
      ...BINARY_CAPTURE.subarray(0, 32),
    ];
    const decoder = createStreamDecoder();
    const events = bytes.flatMap((byte) => decoder.push(Uint8Array.of(byte)));
    expect(events.map(({ kind }) => kind)).toEqual(['hello', 'positions', 'positions', 'positions', 'ping', 'positions']);
  });
});

describe('bad messages', () => {
  test.each([
    ['no id', '*HQ,,V1,173212,A,2225.78879,S,02829.19021,E,0.00,0,290418,FFFFFBFF#', 'imei'],
    ['an id of letters', '*HQ,ABCDEFGHIJ,V1,173212,A,2225.78879,S,02829.19021,E,0.00,0,290418,FFFFFBFF#', 'imei'],
    ['sixty minutes', '*HQ,2705171109,V1,213324,A,5060.0000,N,01433.7822,E,0.00,000,140613,FFFFFFFF#', 'value'],
    ['a latitude over the pole', '*HQ,2705171109,V1,213324,A,9100.0000,N,01433.7822,E,0.00,000,140613,FFFFFFFF#', 'value'],
    ['a speed of letters', '*HQ,2705171109,V1,213324,A,5002.5849,N,01433.7822,E,fast,000,140613,FFFFFFFF#', 'value'],
    ['a position cut before its course', '*HQ,2705171109,V1,213324,A,5002.5849,N,01433.7822,E,0.00#', 'truncated'],
    ['no maker', '*HQX,2705171109,V1#', 'syntax'],
    ['another protocol', '##,imei:359586015829802,A;', 'preamble'],
    ['no end', `*HQ,${'1'.repeat(2000)}`, 'too-long'],
    ['another id on the same connection', '*HQ,2705171109,HTBT,97#*HQ,2705171108,HTBT,97#', 'imei'],
    ['a binary id of letters', bytesOf('24ab0600082621532131081504419390060740418306000000fffffbfdff0015'), 'imei'],
  ])('%s', (_name, said, reason) => {
    expect(reasonOf(said)).toBe(reason);
  });
});

import { recordsOf } from '@spora/telemetry/columns';
import type { PositionRecord } from '@spora/telemetry/record';
import { describe, expect, test } from 'vitest';
import { nameValues } from '../avl/names.ts';
import { PLAIN_IO } from '../avl/plain.ts';
import { ProtocolError, type StreamEvent } from '../protocol.ts';
import { latin1 } from '../text-fields.ts';
import { COBAN } from './protocol.ts';
import { createStreamDecoder } from './stream.ts';

/*
 * DOCUMENT: GPRS data protocol of GPS102, 103 and 104. The rest are lines of real trackers that the tests of the open-source
 * server Traccar hold (Gps103ProtocolDecoderTest), and the same broken in one place. Restated as facts: the lines and what they mean.
 */
const at = (text: string) => Date.parse(`${text}Z`);
const decode = (said: string): StreamEvent[] => createStreamDecoder().push(latin1(said));
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const elementsOf = (record: PositionRecord) => Object.fromEntries(record.io.map(({ id, value }) => [id, value]));

function position(said: string) {
  const [hello, event, ...others] = decode(said);
  expect(others).toEqual([]);
  if (hello?.kind !== 'hello' || event?.kind !== 'positions') throw new Error('no position');
  const [record, ...more] = recordsOf(event.columns);
  expect(more).toEqual([]);
  return { name: hello.name, answer: textOf(event.acknowledgement), ...record!, io: elementsOf(record!) };
}

const reasonOf = (said: string) => {
  try {
    const decoder = createStreamDecoder();
    decoder.push(latin1(said));
    return decoder.failure?.reason ?? 'accepted';
  } catch (error) {
    return error instanceof ProtocolError ? error.reason : error;
  }
};

describe('positions', () => {
  test('time, place, speed in knots, course, ignition, door and answer', () => {
    expect(
      position(
        'imei:359710049090138,tracker,160629022948,,F,182949.000,A,4043.8839,N,11328.8029,W,65.26,271.82,,1,0,31.37%,51442,;',
      ),
    ).toEqual({
      name: '359710049090138',
      // Its own clock is eight hours before UTC: 2:29 there is the day after 18:29.
      timeMs: at('2016-06-28T18:29:49'),
      latE7: 407_313_983,
      lonE7: -1_134_800_483,
      altitudeM: 0,
      headingDeg: 272,
      satellites: 4,
      // The vehicle's own computer says 122 km/h a second later.
      speedKmh: 121,
      priority: 0,
      eventId: 0,
      io: { [PLAIN_IO.ignition]: 1, [PLAIN_IO.input1]: 0 },
      answer: 'ON',
    });
  });

  test.each([
    [
      'a clock of the day before in UTC',
      'imei:359710049092324,tracker,151027025958,,F,235957.000,A,2429.5156,N,04424.5828,E,0.01,27.91,,0,0,,,;',
      '2015-10-26T23:59:57',
      244_919_267,
      444_097_133,
      0,
      28,
      { [PLAIN_IO.ignition]: 0, [PLAIN_IO.input1]: 0 },
    ],
    [
      'a clock of the day after in UTC',
      'imei:353451047570260,tracker,1302110948,,F,144807.000,A,0805.6615,S,07859.9763,W,0.00,,;',
      '2013-02-11T14:48:07',
      -80_943_583,
      -789_996_050,
      0,
      0,
      {},
    ],
    [
      'a clock that passed midnight before UTC does',
      'imei:012497000208821,tracker,1301080525,,F,212511.000,A,2228.5279,S,06855.6328,W,18.62,268.98,;',
      '2013-01-07T21:25:11',
      -224_754_650,
      -689_272_133,
      34,
      269,
      {},
    ],
    [
      'a date with strokes',
      'imei:359710040656622,tracker,13/02/27 23:40,,F,125952.000,A,3450.9430,S,13828.6753,E,0.00,0;',
      '2013-02-27T12:59:52',
      -348_490_500,
      1_384_779_217,
      0,
      0,
      {},
    ],
    [
      'the sides of the earth before the numbers, and no UTC: its clock is taken for it',
      'imei:353552045403597,tracker,150420050648,53.0,F,0.0,A,N,5306.64155,E,00700.77848,0.0,,1.0,;',
      '2015-04-20T05:06:48',
      531_106_925,
      70_129_747,
      0,
      0,
      {},
    ],
    [
      'five decimals, an altitude, no leading zero',
      'imei:869039001186913,tracker,1308282156,0,F,215630.000,A,5602.11015,N,9246.30767,E,1.4,,175.9,;',
      '2013-08-28T21:56:30',
      560_351_692,
      927_717_945,
      3,
      0,
      {},
    ],
    [
      'a negative altitude, ignition alone',
      'imei:760112011448012,001,2001151918,,F,191833.000,A,6136.6174,N,2126.9901,E,0.00,202.6,-0.1,1,,,,20;',
      '2020-01-15T19:18:33',
      616_102_900,
      214_498_350,
      0,
      203,
      { [PLAIN_IO.ignition]: 1 },
    ],
    [
      'a number of a phone',
      'imei:353451040164707,tracker,1105182344,+36304665439,F,214418.000,A,4804.2222,N,01916.7593,E,0.37,;',
      '2011-05-18T21:44:18',
      480_703_700,
      192_793_217,
      1,
      0,
      {},
    ],
    [
      'half an hour east of a whole zone',
      'imei:353451049926460,tracker,1208042043,123456 99008026,F,124336.000,A,3509.8668,N,03322.7636,E,0.00,,;',
      '2012-08-04T12:43:36',
      351_644_467,
      333_793_933,
      0,
      0,
      {},
    ],
    [
      'a number of a driver, read without a place in the trip',
      'imei:868683020235846,rfid,160202091347,49121185,F,011344.000,A,0447.7273,N,07538.9934,W,0.00,0,,0,0,0.00%,,;',
      '2016-02-02T01:13:44',
      47_954_550,
      -756_498_900,
      0,
      0,
      { [PLAIN_IO.ignition]: 0, [PLAIN_IO.input1]: 0 },
    ],
  ] as const)('%s', (_case, said, time, latE7, lonE7, speedKmh, headingDeg, io) => {
    const { answer, ...found } = position(said);
    expect(answer).toBe('ON');
    expect(found).toMatchObject({ timeMs: at(time), latE7, lonE7, speedKmh, headingDeg, satellites: 4, priority: 0 });
    expect(found.io).toEqual(io);
  });

  test('V is no fix', () => {
    const said = 'imei:353451047570260,tracker,1302110948,,F,144807.000,V,0805.6615,S,07859.9763,W,0.00,,;';
    expect(position(said).satellites).toBe(0);
  });

  test('ends of several kinds, and a heartbeat without one before its line', () => {
    const decoder = createStreamDecoder();
    const line = 'imei:359769031878322,tracker,1602160718,2,F,221811.000,A,1655.2193,S,14546.6722,E,0.00,,';
    const events = decoder.push(latin1(`359769031878322${line}\r\n${line};\n${line}*`));
    expect(events.map(({ kind }) => kind)).toEqual(['hello', 'ping', 'positions']);
    expect(events[2]).toMatchObject({ columns: { n: 3 }, acknowledgement: latin1('ONONON') });
  });
});

describe('alarms', () => {
  const HELP = 'imei:359586015829802,help me,0809231429,13554900601,F,062947.294,A,2234.4026,N,11354.3277,E,0.00,;';

  test('DOCUMENT: help me: the button, answered so that the tracker stops telling it', () => {
    const found = position(HELP);
    expect(found).toMatchObject({
      timeMs: at('2008-09-23T06:29:47'),
      priority: 2,
      eventId: PLAIN_IO.alarmButton,
      io: { [PLAIN_IO.alarmButton]: 1 },
      answer: '**,imei:359586015829802,E;',
    });
    const { io } = recordsOf((decode(HELP)[1] as Extract<StreamEvent, { kind: 'positions' }>).columns)[0]!;
    expect(nameValues(io, 'TK103')).toMatchObject({ alarm: true });
  });

  test.each([
    ['low battery', 2, {}],
    ['stockade', 3, {}],
    ['move', 4, {}],
    ['speed', 5, { [PLAIN_IO.overspeed]: 0 }],
    ['door alarm', 6, {}],
    ['ac alarm', 7, { [PLAIN_IO.unplugged]: 1 }],
    ['acc alarm', 8, {}],
    ['sensor alarm', 9, {}],
    ['accident alarm', 10, {}],
    ['bonnet alarm', 11, {}],
    ['footbrake alarm', 12, {}],
  ])('DOCUMENT and captures: %s', (word, cause, io) => {
    const found = position(HELP.replace('help me', word));
    expect(found.priority).toBe(1);
    expect(found.answer).toBe('ON');
    expect(found.io).toEqual({ ...io, [PLAIN_IO.cause]: cause });
  });

  test.each([
    [
      'acc on',
      'imei:864180036029895,acc on,180508145653,,F,065645.000,A,4729.1497,N,01904.2342,E,0.00,0,,1,,0.00%,,;',
      { [PLAIN_IO.ignition]: 1 },
    ],
    [
      'acc off, whatever stands behind it',
      'imei:865328023776874,acc off,150619152221,,F,072218.000,A,5439.8489,N,02518.5945,E,0.00,,,1,1,0.0,0.0,23.0,;',
      { [PLAIN_IO.ignition]: 0, [PLAIN_IO.input1]: 1 },
    ],
  ] as const)('%s', (_case, said, io) => {
    expect(position(said)).toMatchObject({ eventId: PLAIN_IO.ignition, io });
  });
});

describe('what is no position', () => {
  test('DOCUMENT: a login is answered with LOAD, again where it is said again', () => {
    const decoder = createStreamDecoder();
    const login = latin1('##,imei:359586015829802,A;');
    for (let times = 0; times < 2; times++)
      expect(decoder.push(login)).toMatchObject([{ kind: 'hello', name: '359586015829802', accepted: latin1('LOAD') }]);
  });

  test('DOCUMENT: a heartbeat is answered with ON', () => {
    expect(decode('359586015829802;')).toMatchObject([{ kind: 'hello' }, { kind: 'ping', answer: latin1('ON') }]);
  });

  test.each([
    ['DOCUMENT: no satellites', 'imei:359586015829802,tracker,000000000,13554900601,L,;'],
    ['no satellites, a cell', 'imei:863070016871385,tracker,0000000119,,L,,,0FB6,,CB5D,,,;'],
    ["the vehicle's computer", 'imei:359710049090138,OBD,160629022949,51442,0.00,15.88,5632,122,40.39%,95,0.00%,2101,13.80,,,,;'],
    ['a part of a picture', 'imei:864180034124375,vr,0c00fa011ea05a03d726977103ad0034c98ef49e6d30;'],
    ['a lock', 'imei:123451234512345,L,*'],
    [
      'fields of another model',
      'imei:861359038609986,Equipo 1,---,------,----,214734,241018,26,1,-33.42317,-70.61930,067,229,0674,1.00,08,0,1,---,*',
    ],
    [
      'a longitude that does not say east or west',
      'imei:863070010423167,tracker,1211051840,,F,104000.000,A,2220.6483,N,11407.6377,,0,0,;',
    ],
    ['a day that is none', 'imei:353451047570260,tracker,1313110948,,F,144807.000,A,0805.6615,S,07859.9763,W,0.00,,;'],
    ['a latitude that is none', 'imei:353451047570260,tracker,1302110948,,F,144807.000,A,9805.6615,S,07859.9763,W,0.00,,;'],
    ['61 minutes', 'imei:353451047570260,tracker,1302110948,,F,144807.000,A,0861.6615,S,07859.9763,W,0.00,,;'],
  ])('%s: alive', (_case, said) => {
    expect(decode(said)).toMatchObject([{ kind: 'hello' }, { kind: 'ping', answer: new Uint8Array(0) }]);
  });
});

describe('bad lines', () => {
  test.each([
    ['no number', 'imei:,tracker,1302110948,,F;', 'imei'],
    ['a number of fourteen digits', '##,imei:35958601582980,A;', 'imei'],
    ['a number of sixteen digits', '##,imei:3595860158298021,A;', 'imei'],
    ['a heartbeat of sixteen digits', '3595860158298021;', 'imei'],
    ['a heartbeat that is none', '359586015829802,A;', 'syntax'],
    ['a line without its kind', 'imei:359586015829802;', 'syntax'],
    ['another head', 'imie:359586015829802,tracker,1302110948;', 'preamble'],
    ['a login without its head', '##,359586015829802,A;', 'preamble'],
    ['another protocol', '*HQ,4109198974,#', 'preamble'],
    [
      'TK103 of another maker',
      '(013612345678BP05000013612345678080524A2232.9806N11404.9355E000.1101241323.8700000000L000450AC)',
      'preamble',
    ],
    ['no end', `imei:359586015829802,vr,${'0'.repeat(5000)}`, 'too-long'],
    ['more fields than any', `imei:359586015829802${','.repeat(600)};`, 'count'],
    [
      'another number on the same connection',
      '##,imei:359586015829802,A;imei:359710045559474,tracker,151030080103,,F,000101.000,A,5443.3834,N,02512.9071,E,0.00,0;',
      'imei',
    ],
  ])('%s', (_case, said, reason) => {
    expect(reasonOf(said)).toBe(reason);
  });
});

test('the other end understands the answers, however they are cut', () => {
  const reader = COBAN.transports[0].device.openReplies();
  const said = latin1('LOADONON**,imei:359586015829802,E;ON');
  expect([...said].flatMap((byte) => reader.push(Uint8Array.of(byte))).map(({ kind }) => kind)).toEqual([
    'hello',
    'acknowledged',
    'acknowledged',
    'acknowledged',
    'acknowledged',
  ]);
});

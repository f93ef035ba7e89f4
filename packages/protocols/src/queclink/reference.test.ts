import { recordsOf } from '@spora/telemetry/columns';
import type { PositionRecord } from '@spora/telemetry/record';
import { describe, expect, test } from 'vitest';
import { PLAIN_IO } from '../avl/plain.ts';
import { ProtocolError, type StreamEvent } from '../protocol.ts';
import { latin1 } from '../text-fields.ts';
import { createStreamDecoder } from './stream.ts';

/*
 * DOCUMENT: "GL300 @Tracker Air Interface Protocol" and that of the GV200, chapters 3.4 and 3.5. The rest are lines of
 * real trackers that the tests of the open-source server Traccar hold (Gl200TextProtocolDecoderTest), and the same broken in one
 * place. Restated as facts: the lines and what they mean.
 */
const at = (text: string) => Date.parse(`${text}Z`);
const decode = (said: string): StreamEvent[] => createStreamDecoder().push(latin1(said));

function positions(said: string) {
  const [hello, event, ...others] = decode(said);
  expect(others).toEqual([]);
  if (hello?.kind !== 'hello' || event?.kind !== 'positions') throw new Error('no position');
  return {
    name: hello.name,
    answer: Buffer.from(event.acknowledgement).toString('latin1'),
    records: recordsOf(event.columns).map((record) => ({ ...record, io: elementsOf(record) })),
  };
}

const position = (said: string) => {
  const { records, ...rest } = positions(said);
  expect(records).toHaveLength(1);
  return { ...rest, ...records[0]! };
};

const elementsOf = (record: PositionRecord) => Object.fromEntries(record.io.map(({ id, value }) => [id, value]));

const reasonOf = (said: string) => {
  try {
    const decoder = createStreamDecoder();
    decoder.push(latin1(said));
    return decoder.failure?.reason ?? 'accepted';
  } catch (error) {
    return error instanceof ProtocolError ? error.reason : error;
  }
};

describe('regular reports', () => {
  test('GTFRI of a GV: position, precision, state, battery and answer', () => {
    expect(
      position(
        '+RESP:GTFRI,8020040200,866314060109269,,,10,1,1,0.0,0,9.0,-71.596601,-33.524595,20230722145338,0730,0001,772A,052B253E,00,0.0,,,,,100,210100,,,,20230722145341,0F4C$',
      ),
    ).toEqual({
      name: '866314060109269',
      timeMs: at('2023-07-22T14:53:38'),
      latE7: -335_245_950,
      lonE7: -715_966_010,
      altitudeM: 9,
      headingDeg: 0,
      satellites: 4,
      speedKmh: 0,
      priority: 0,
      eventId: 0,
      io: { [PLAIN_IO.hdop]: 10, [PLAIN_IO.batteryLevel]: 100, [PLAIN_IO.ignition]: 1, [PLAIN_IO.movement]: 0 },
      answer: '+SACK:0F4C$',
    });
  });

  test.each([
    [
      'a trailer without ignition',
      '+RESP:GTERI,C2010D,869653060009939,GV600M,00000100,,10,1,0,0.0,0,163.9,10.239379,45.931389,20231210233723,0222,0010,2F31,006D7621,,0.0,,,,3,410000,,1,0,6,4,0,,01BF,Sondaporte,EA7D0A3882F6,1,3484,21.81,43,00,00,0,0,0,20240114221802,1875$',
      '2023-12-10T23:37:23',
      459_313_890,
      102_393_790,
      0,
      { [PLAIN_IO.batteryLevel]: 3, [PLAIN_IO.movement]: 0 },
    ],
    [
      'in motion, with mileage',
      '+RESP:GTERI,F10413,862599050544301,GV350M,00000002,14164,10,1,1,98.2,93,216.4,-117.484369,33.896640,20240919020058,0311,0480,2C01,00ADBA01,,39539.5,,,100,220100,,0,20240919020058,20A7$',
      '2024-09-19T02:00:58',
      338_966_400,
      -1_174_843_690,
      98,
      {
        [PLAIN_IO.hdop]: 10,
        [PLAIN_IO.odometer]: 39_539_500,
        [PLAIN_IO.batteryLevel]: 100,
        [PLAIN_IO.ignition]: 1,
        [PLAIN_IO.movement]: 1,
      },
    ],
    [
      'kept while there was no network',
      '+BUFF:GTFRI,8020040200,866314060249032,,12194,10,1,3,0.0,0,20.1,-71.596533,-33.524718,20230926200338,0730,0001,772A,052B253E,02,0,0.0,,,,,0,420000,,,,20230926200340,1549$',
      '2023-09-26T20:03:38',
      -335_247_180,
      -715_965_330,
      0,
      { [PLAIN_IO.hdop]: 30, [PLAIN_IO.batteryLevel]: 0, [PLAIN_IO.movement]: 1 },
    ],
    [
      'with a mileage after the satellites',
      '+RESP:GTERI,740904,862524060204589,GV350CEU,00000100,,10,1,1,0.0,355,97.7,117.129252,31.839388,20240415054037,0460,0000,550B,085BE2AA,01,11,3.6,,,,,0,210100,0,1,00,11,0,0000001E,100F,,D325C2B2A2F8,1,2967,0,15,0,20240415154438,405C$',
      '2024-04-15T05:40:37',
      318_393_880,
      1_171_292_520,
      0,
      {
        [PLAIN_IO.hdop]: 10,
        [PLAIN_IO.odometer]: 3_600,
        [PLAIN_IO.batteryLevel]: 0,
        [PLAIN_IO.ignition]: 1,
        [PLAIN_IO.movement]: 0,
      },
    ],
    [
      'without a cell',
      '+RESP:GTFRI,8020040703,866314060299813,,,10,1,1,0.0,275,937.7,-68.891157,-33.008722,20260514010456,,,,,00,,,,,,100,110000,,,,20260514010458,BBCE$',
      '2026-05-14T01:04:56',
      -330_087_220,
      -688_911_570,
      0,
      { [PLAIN_IO.hdop]: 10, [PLAIN_IO.batteryLevel]: 100, [PLAIN_IO.ignition]: 0, [PLAIN_IO.movement]: 0 },
    ],
    [
      'no number at its end',
      '+RESP:GTFRI,5E0100,862061048023666,,,12940,10,1,1,0.0,97,179.8,-90.366478,38.735379,20230616183231,0310,0410,6709,03ADF710,00,6223.7,,,,,110000,,,,202306161834$',
      '2023-06-16T18:32:31',
      387_353_790,
      -903_664_780,
      0,
      { [PLAIN_IO.hdop]: 10, [PLAIN_IO.odometer]: 6_223_700, [PLAIN_IO.ignition]: 0, [PLAIN_IO.movement]: 0 },
    ],
    [
      'a GL, whose fields behind the cell are others',
      '+RESP:GTFRI,DE0114,865284042140479,,0,0,1,1,0.0,0,28.0,-118.268093,33.975430,20200901105954,0311,0480,3500,00D07F02,18,0,,93,0,,,20200901110000,0355$',
      '2020-09-01T10:59:54',
      339_754_300,
      -1_182_680_930,
      0,
      { [PLAIN_IO.hdop]: 10 },
    ],
    [
      'GTRTL',
      '+RESP:GTRTL,DF0200,868487004353181,cv100,,00,1,0,0.0,0,102.2,114.015295,22.537250,20210608063942,0460,0001,25F8,061A7D02,,0.0,20210608143939,32CF$',
      '2021-06-08T06:39:42',
      225_372_500,
      1_140_152_950,
      0,
      {},
    ],
    [
      'a GL500 with a temperature',
      '+RESP:GTERI,C30303,860201068142036,,00000100,0,0,1,1,0.0,0,219.7,8.111111,50.111111,20251221144733,,,,,,97,1,32.4,20251221144735,18B6$',
      '2025-12-21T14:47:33',
      501_111_110,
      81_111_110,
      0,
      { [PLAIN_IO.hdop]: 10 },
    ],
  ] as const)('%s', (_name, said, time, latE7, lonE7, speedKmh, io) => {
    const found = position(said);
    expect(found).toMatchObject({ timeMs: at(time), latE7, lonE7, speedKmh });
    expect(found.io).toEqual(io);
  });

  test('a precision of 0 is no fix; without a number at the end there is nothing to answer', () => {
    expect(
      position(
        '+RESP:GTRTL,DF0200,868487004353181,cv100,,00,1,0,0.0,0,102.2,114.015295,22.537250,20210608063942,0460,0001,25F8,061A7D02,,0.0,20210608143939,32CF$',
      ),
    ).toMatchObject({ satellites: 0, answer: '+SACK:32CF$' });
    expect(
      position(
        '+RESP:GTFRI,5E0100,862061048023666,,,12940,10,1,1,0.0,97,179.8,-90.366478,38.735379,20230616183231,0310,0410,6709,03ADF710,00,6223.7,,,,,110000,,,,202306161834$',
      ).answer,
    ).toBe('');
  });

  test('several positions of one report are several records with one answer; what stands at its end is of the last', () => {
    const one = '1,10.0,90,20.0,18.068600,59.329300,202601010000';
    const cell = '0240,0001,18D8,6141,00';
    const found = positions(
      `+RESP:GTFRI,020102,135790246811220,,0,0,2,${one}00,${cell},${one}30,${cell},120.5,,,95,220000,,,20260101000031,0001$`,
    );
    expect(found.records.map(({ timeMs, io }) => [timeMs, io])).toEqual([
      [at('2026-01-01T00:00:00'), { [PLAIN_IO.hdop]: 10 }],
      [
        at('2026-01-01T00:00:30'),
        {
          [PLAIN_IO.hdop]: 10,
          [PLAIN_IO.odometer]: 120_500,
          [PLAIN_IO.batteryLevel]: 95,
          [PLAIN_IO.ignition]: 1,
          [PLAIN_IO.movement]: 1,
        },
      ],
    ]);
    expect(found.answer).toBe('+SACK:0001$');
  });
});

describe('events', () => {
  test.each([
    [
      'GTSOS: the button',
      '+RESP:GTSOS,DF0200,868487004358800,cv100,,00,1,1,0.0,0,138.0,114.015465,22.537372,20210714115224,0460,0001,25F8,061A7D02,,,20210714195224,20210714195224,03A6$',
      2,
      { [PLAIN_IO.alarmButton]: 1 },
    ],
    [
      'GTIGN: ignition on',
      '+RESP:GTIGN,BD0221,861778061565387,CV200,,0,140944,0,0.0,358,17.6,-2.223488,51.882342,20251222020123,0234,0015,6093,000F830E,,,5810.9,20251222070035,20251222070035,C60E$',
      0,
      { [PLAIN_IO.ignition]: 1 },
    ],
    [
      'GTIGF: ignition off',
      '+RESP:GTIGF,8020050502,867488060278727,,509,1,0.0,184,32.6,14.003446,42.654554,20240219124629,0222,0001,0FAD,0497F715,00,,0.0,20240219124630,FD2F$',
      0,
      { [PLAIN_IO.ignition]: 0 },
    ],
    [
      'GTVGN: ignition by the voltage',
      '+RESP:GTVGN,C2010D,869653060009939,GV600M,453966,0,0.0,0,163.9,10.239379,45.931389,20231210233723,0222,0010,2F31,006D7621,,,0.0,20240107182623,143F$',
      0,
      { [PLAIN_IO.ignition]: 1 },
    ],
    [
      'GTIGL',
      '+RESP:GTIGL,DF0200,868487004353181,cv100,,00,1,1,0.0,0,264.8,114.015502,22.537327,20210608064027,0460,0001,25F8,061A7D02,,0.0,20210608144025,32D1$',
      0,
      {},
    ],
    [
      'GTMPF: the power is cut (GTRTL above, with its head changed)',
      '+RESP:GTMPF,DF0200,868487004353181,cv100,,00,1,1,0.0,0,102.2,114.015295,22.537250,20210608063942,0460,0001,25F8,061A7D02,,0.0,20210608143939,32CF$',
      1,
      { [PLAIN_IO.unplugged]: 1 },
    ],
    [
      'GTTOW: towed (the same)',
      '+RESP:GTTOW,DF0200,868487004353181,cv100,,00,1,1,0.0,0,102.2,114.015295,22.537250,20210608063942,0460,0001,25F8,061A7D02,,0.0,20210608143939,32CF$',
      1,
      { [PLAIN_IO.towing]: 1 },
    ],
  ] as const)('%s', (_name, said, priority, io) => {
    const found = position(said);
    expect(found.priority).toBe(priority);
    expect(found.io).toMatchObject(io);
  });

  test.each([
    ['DOCUMENT 3.4: a heartbeat', '+ACK:GTHBD,1A0102,135790246811220,,20100214093254,11F0$', '+SACK:GTHBD,1A0102,11F0$'],
    ['GTPNA: powered on', '+RESP:GTPNA,710402,867292060140006,,2,20250516120427,0121$', '+SACK:0121$'],
    [
      'GTINF',
      '+RESP:GTINF,C30302,860201067023286,,41,89880000000000000000,14,99,0,0.0,,3.77,0,1,2,,,20260908143011,30,,25.9,,,20260909020028,46B4$',
      '+SACK:46B4$',
    ],
    [
      'a report without its place',
      '+RESP:GTIGF,500101,868570000393782,,0,0,,,,,,,0730,0002,A08F,872B36,00,,0.0,20240921021804,E3B1$',
      '+SACK:E3B1$',
    ],
    ['an empty report', '+BUFF:GTFRI,2E0503,861106050005423,,,0,1,,,,,,,,,,,,0,0,,98,1,0,,,20200101000001,0083$', '+SACK:0083$'],
  ])('%s: alive', (_name, said, answer) => {
    expect(decode(said)).toMatchObject([{ kind: 'hello' }, { kind: 'ping', answer: latin1(answer) }]);
  });

  test('DOCUMENT 3.2.3: the answer to a command, which is confirmed as any line', () => {
    expect(decode('+ACK:GTSRI,080100,135790246811220,,0001,20090214093254,11F0$').slice(1)).toEqual([
      { kind: 'message', message: { kind: 'answer', text: 'ACK:GTSRI,080100,135790246811220,,0001,20090214093254,11F0' } },
      { kind: 'ping', answer: latin1('+SACK:11F0$') },
    ]);
  });
});

describe('bad lines', () => {
  test.each([
    ['no number', '+RESP:GTFRI,8020040200,,,,10,1,1,0.0,0,9.0,-71.596601,-33.524595,20230722145338,0F4C$', 'imei'],
    ['a number of 14 digits', '+RESP:GTPNA,710402,86729206014000,,2,20250516120427,0121$', 'imei'],
    ['a head that is none', '+RSP:GTFRI,8020040200,866314060109269,,,10$', 'syntax'],
    ['a kind that is none', '+RESP:FRI,8020040200,866314060109269,,,10$', 'syntax'],
    ['the binary form of the protocol', '+INF\x01\x02', 'accepted'],
    ['the binary form of the protocol, whole', '+INF\x01\x02$', 'syntax'],
    ['another protocol', '*HQ,4109198974,#', 'preamble'],
    ['no end', `+RESP:GTFRI,${'1'.repeat(5000)}`, 'too-long'],
    ['more fields than any', `+RESP:GTFRI,1,866314060109269${','.repeat(600)}$`, 'count'],
    [
      'another number on the same connection',
      '+ACK:GTHBD,1A0102,135790246811220,,20100214093254,11F0$+ACK:GTHBD,1A0102,135790246811221,,20100214093254,11F0$',
      'imei',
    ],
  ])('%s', (_name, said, reason) => {
    expect(reasonOf(said)).toBe(reason);
  });

  test('a time or a place that is none is no position, and the line is confirmed', () => {
    const line = (place: string) =>
      `+RESP:GTRTL,DF0200,868487004353181,cv100,,00,1,1,0.0,0,102.2,${place},0460,0001,25F8,061A7D02,,0.0,20210608143939,32CF$`;
    for (const place of [
      '114.015295,22.537250,20211308063942',
      '114.015295,92.537250,20210608063942',
      '914.015295,22.537250,20210608063942',
    ])
      expect(decode(line(place)).map(({ kind }) => kind)).toEqual(['hello', 'ping']);
  });
});

import { recordsOf } from '@spora/telemetry/columns';
import type { PositionRecord } from '@spora/telemetry/record';
import { describe, expect, test } from 'vitest';
import { nameValues } from '../avl/names.ts';
import { PLAIN_IO } from '../avl/plain.ts';
import { ProtocolError, type StreamEvent } from '../protocol.ts';
import { COMMAND, wrapFrame } from './frame.ts';
import { createReplyReader } from './replies.ts';
import { createStreamDecoder } from './stream.ts';

/*
 * DOCUMENT: "Ruptela device protocol" 1.113, its examples with the answers that it prints. CAPTURE: frames of real trackers that
 * the tests of the open-source server Traccar (RuptelaProtocolDecoderTest) and of the open-source parser dimitrievski/ruptela
 * hold, and one that a user of the former reported (issue 1855). Restated as facts: the bytes and what they mean.
 */
const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const at = (text: string) => Date.parse(`${text}Z`);
const decode = (hex: string): StreamEvent[] => createStreamDecoder().push(bytesOf(hex));

const elementsOf = (record: PositionRecord) => Object.fromEntries(record.io.map(({ id, value }) => [id, value]));

function positions(hex: string) {
  const [hello, event, ...others] = decode(hex);
  expect(others).toEqual([]);
  if (hello?.kind !== 'hello' || event?.kind !== 'positions') throw new Error('no positions');
  expect(hexOf(event.acknowledgement)).toBe('0002640113bc');
  return { name: hello.name, records: recordsOf(event.columns) };
}

const reasonOf = (act: () => unknown) => {
  try {
    act();
    return 'accepted';
  } catch (error) {
    return error instanceof ProtocolError ? error.reason : error;
  }
};

/** The name and answers of what is no position. */
function alive(hex: string) {
  const events = decode(hex);
  return events.map((event) => {
    if (event.kind === 'hello') return `${event.name} ${hexOf(event.accepted)} ${hexOf(event.refused)}`.trim();
    if (event.kind === 'ping') return hexOf(event.answer);
    return event.kind === 'message' ? event.message.text : 'positions';
  });
}

const IMEI = '863591024076709';
const PLAIN =
  '00560003116e7438a7a50100015565cbb9000020fd21300f113f4600005f000600090d090805011b13cf00020003001c012029ad00041d31dd1e0ebd160000c50000047200000000d0000000004100016a2a960000a5a300c9ee';
/** Four parts of one record. */
const IN_PARTS =
  '01a4000315bc70f9b69244000458068f4a0030000d11398a1c0c19fd056524040b000c0a00090c0005010031f40032fd0033f200ce47002400002500001c010199000195010196010086000900aa0000001e0ff000d3ffff0043ffff01930000019200000194000002220000022300000200300000000200af000e872401008e000000000000000058068f4a0031000d11398a1c0c19fd056524040b000c0a00090400870000880000a90000820010008b0002021e0000021f0000021d0000021c0000022400000225000000890000008505f00220000002210000008300000084000002260000022700000228000003008a00000000008d00000000008c000000000058068f4a0032000d11398a1c0c19fd056524040b000c0a000905019f01005800001b1f00ad0000cfb10b02290000022a0000022b0000022c0000022d00000012000000130000001d367400c52f8000740055023e0502060097000000000096000058520041007746cb00d0000003f1005c0007c21b0072001864880058068f4a0033000d11398a1c0c19fd056524040b000c0a000900000001008e0000000000000000e815';
/** Two records of one second, four parts each. */
const TWO_IN_PARTS =
  '033d000315bc70f9b69244000858068f3b0030010d11354e1c0c17a5055d54560c00000900050c0005010031f30032fb0033f300ce00002400002500001c010199000195010196010086000900aa0000001e0ff300d3ffff0043ffff01930000019200000194000002220000022300000200300000000000af000e872401008e000000000000000058068f3b0031010d11354e1c0c17a5055d54560c00000900050400870000880000a90000820010008b0000021e0000021f0000021d0000021c0000022400000225000000890000008500000220000002210000008300000084000002260000022700000228000003008a00000000008d00000000008c000000000058068f3b0032010d11354e1c0c17a5055d54560c000009000505019f01005800001b1f00ad0000cfac0b02290000022a0000022b0000022c0000022d00000012000000130000001d31b100c5000000740000023e0502060097000000000096000058520041007746be00d0000003f1005c0007c2150072001864880058068f3b0033010d11354e1c0c17a5055d54560c000009000500000001008e000000000000000058068f3b0130000d11354e1c0c17a5055d54560d00000900070c0005010031f30032fb0033f300ce00002400002500001c010199000195010196010086000900aa0000001e0ff300d3ffff0043ffff01930000019200000194000002220000022300000200300000000000af000e872401008e000000000000000058068f3b0131000d11354e1c0c17a5055d54560d00000900070400870000880000a90000820010008b0000021e0000021f0000021d0000021c0000022400000225000000890000008500000220000002210000008300000084000002260000022700000228000003008a00000000008d00000000008c000000000058068f3b0132000d11354e1c0c17a5055d54560d000009000705019f01005800001b1f00ad0000cfac0b02290000022a0000022b0000022c0000022d00000012000000130000001d31ae00c5000000740000023e0502060097000000000096000058520041007746be00d0000003f1005c0007c2150072001864880058068f3b0133000d11354e1c0c17a5055d54560d000009000700000001008e0000000000000000084d';

describe('records', () => {
  test('CAPTURE command 1: position, values of each width, cause and answer', () => {
    const { name, records } = positions(PLAIN);
    expect(name).toBe(IMEI);
    expect(records.map((record) => ({ ...record, io: elementsOf(record) }))).toEqual([
      {
        timeMs: at('2015-05-27T13:50:49'),
        latE7: 252_788_550,
        lonE7: 553_460_016,
        altitudeM: 0,
        headingDeg: 243,
        satellites: 6,
        speedKmh: 9,
        priority: 0,
        eventId: 9,
        io: {
          [PLAIN_IO.hdop]: 13,
          [PLAIN_IO.ignition]: 1,
          27: 19,
          207: 0,
          2: 0,
          3: 0,
          28: 1,
          32: 41,
          173: 0,
          29: 12_765,
          30: 3773,
          22: 0,
          197: 0,
          114: 0,
          208: 0,
          65: 92_714,
          150: 42_403,
        },
      },
    ]);
    expect(nameValues(records[0]!.io, 'Ruptela')).toMatchObject({
      ignition: true,
      movement: false,
      gsmSignal: 3,
      externalVoltageV: 12.765,
      batteryVoltageV: 3.773,
      odometerM: 92_714,
      gsmOperator: 42_403,
      hdop: 1.3,
    });
  });

  test('CAPTURE command 68: an id of two bytes, west of Greenwich', () => {
    const { name, records } = positions(
      '0045000070473afaedd944000159fc5a40000000d3e542f6184a37820929465a0900000c00070100050005001d3a0c001e0ff0019300000192000000890000010041000004af004dc3',
    );
    expect(name).toBe('123451234512345');
    expect(records).toHaveLength(1);
    expect({ ...records[0], io: elementsOf(records[0]!) }).toEqual({
      timeMs: at('2017-11-03T12:00:00'),
      latE7: 407_517_058,
      lonE7: -739_949_834,
      altitudeM: 235,
      headingDeg: 180,
      satellites: 9,
      speedKmh: 0,
      priority: 0,
      eventId: 7,
      io: { [PLAIN_IO.hdop]: 12, [PLAIN_IO.ignition]: 0, 29: 14_860, 30: 4080, 403: 0, 402: 0, 137: 0, 65: 1199 },
    });
  });

  test.each([
    [
      'two',
      '00a10003116e7438a7a5010002553dddbe000020fddaff0f12289b007200000600000c070805011b18cf00020003001c01201dad01041d32d81e0d7d160000c50000047200000000d000000000410000b1ae960000a5a300553dddd4000020fdd96f0f122bfe005c16f80700050b090805011b18cf00020003001c01201ead01041d338a1e0d8d160000c50000047200000000d000000000410000b1bd960000a5a3001681',
      IMEI,
      [
        ['2015-04-27T06:57:02', 252_848_283, 553_507_583, 11, 0, { 65: 45_486 }],
        ['2015-04-27T06:57:24', 252_849_150, 553_507_183, 9, 59, { 65: 45_501 }],
      ],
    ],
    [
      'an IMEI that begins with a 0',
      '007900000b1a2a5585c30100024e9c036900000f101733208ff45e07b31b570a001009090605011b1a020003001c01ad01021d338e16000002960000601a41014bc16d004e9c038400000f104fdf20900d20075103b00a001308090605011b1a020003001c01ad01021d33b116000002960000601a41014bc1ea0028f9',
      '012207007303107',
      [
        ['2011-10-17T10:28:57', 546_305_118, 252_712_755, 197, 70, { 65: 21_741_933 }],
        ['2011-10-17T10:29:24', 546_311_456, 252_727_263, 187, 9, { 65: 21_742_058 }],
      ],
    ],
    [
      'five without values',
      '009200000c07a6bacd4701000552db5cc20000187b8b251ace478e087c044c0a000009070000000052db5cfe0000187b8ab01ace47190879044c0900000b070000000052db5d3a0000187b8b251ace474b089d044c09000009070000000052db5d760000187b8b9a1ace475c08cd044c08000009070000000052db5db20000187b8b141ace46e708b3044c08000009070000000041cb',
      '013227001564487',
      [
        ['2014-01-19T05:04:02', 449_726_350, 410_749_733, 217, 11, {}],
        ['2014-01-19T05:05:02', 449_726_233, 410_749_616, 217, 11, {}],
        ['2014-01-19T05:06:02', 449_726_283, 410_749_733, 221, 11, {}],
        ['2014-01-19T05:07:02', 449_726_300, 410_749_850, 225, 11, {}],
        ['2014-01-19T05:08:02', 449_726_183, 410_749_716, 223, 11, {}],
      ],
    ],
    [
      'west of Greenwich and no fix: the last place that it knew',
      '0050000310f5615f419c0100015613d8ed0000fff5b37a035af37801e700000900000d07071b0c020003001c01202cad000500064302a81d33e61e100116317cd3ffff174ad60241000077fa960000f232003c2e',
      '863071016796572',
      [['2015-10-06T14:21:33', 56_292_216, -674_950, 49, 0, { 22: 12_668, 150: 62_002 }]],
    ],
    [
      'an id twice (issue 1855)',
      '005e000313612da3a24001000157064c2200000d0fc7291c10484d051a50fa0f000006070d05001b1a020003000400ad008f0058001b1a8600870088008200051d65a78b0000890000830000160019039600005852410000000caf00000000002db3',
      '865733028586048',
      [['2016-04-07T12:01:38', 470_829_133, 219_137_833, 131, 207, { 27: 26, 29: 26_023, 65: 12 }]],
    ],
  ] as const)('CAPTURE command 1: %s', (_case, hex, imei, expected) => {
    const { name, records } = positions(hex);
    expect(name).toBe(imei);
    expect(
      records.map(({ timeMs, latE7, lonE7, altitudeM, headingDeg }) => [timeMs, latE7, lonE7, altitudeM, headingDeg]),
    ).toEqual(expected.map(([time, ...rest]) => [at(time), ...rest.slice(0, -1)]));
    for (const [i, record] of records.entries()) expect(elementsOf(record)).toMatchObject(expected[i]![5]);
  });

  test('CAPTURE command 68: the four parts of a record are one', () => {
    const { records } = positions(IN_PARTS);
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ timeMs: at('2016-10-18T21:08:26'), satellites: 11, speedKmh: 12, eventId: 9 });
    expect(elementsOf(records[0]!)).toMatchObject({
      [PLAIN_IO.ignition]: 1,
      30: 4080,
      139: 2,
      29: 13_940,
      65: 7_816_907,
      142: 0n,
    });
  });

  test('CAPTURE command 68: two records of one second, in four parts each, are two', () => {
    const { name, records } = positions(TWO_IN_PARTS);
    expect(name).toBe('868324023580306');
    expect(records.map(({ timeMs, priority, satellites, eventId }) => [timeMs, priority, satellites, eventId])).toEqual([
      [at('2016-10-18T21:08:11'), 1, 12, PLAIN_IO.ignition],
      [at('2016-10-18T21:08:11'), 0, 13, 7],
    ]);
    expect(records.map((record) => elementsOf(record)[29])).toEqual([12_721, 12_718]);
  });

  test('parts belong together by second and place in it, in whatever order they come (as in the capture of issue 1855)', () => {
    const part = (extension: number, part: number, id: number) =>
      bytesOf(`570a0a55${two(extension)}${two(part)}000d0fc8121c10466a05385bea0e00000900330100${two(id)}01000000`);
    const records = [part(1, 0x11, 2), part(0, 0x10, 3), part(0, 0x11, 4), part(1, 0x10, 6)];
    const frame = wrapFrame(
      Uint8Array.of(...bytesOf('000313612da3a240'), COMMAND.extendedRecords, 1, 4, ...records.flatMap((each) => [...each])),
    );
    expect(positions(hexOf(frame)).records.map((record) => Object.keys(elementsOf(record)).map(Number))).toEqual([
      [2, 6, PLAIN_IO.hdop],
      [3, 4, PLAIN_IO.hdop],
    ]);
  });

  test('DOCUMENT 1.5: of a record of command 1 the extension says from 100 on which part of how many it is', () => {
    const part = (extension: number, id: number) =>
      `4e9c0369${two(extension)}000f101733208ff45e07b31b570a00100909` + `01${two(id)}01000000`;
    const frame = wrapFrame(bytesOf(`00000b1a2a5585c3010004${part(130, 2)}${part(131, 3)}${part(132, 4)}${part(0, 6)}`));
    expect(positions(hexOf(frame)).records.map((record) => Object.keys(elementsOf(record)).map(Number))).toEqual([
      [2, 3, 4, PLAIN_IO.hdop],
      [6, PLAIN_IO.hdop],
    ]);
  });

  test('CAPTURE (issue 5152): a tracker that never saw a satellite says the least and greatest of each field: no place, no speed', () => {
    const record = '386d438b000080000000800000008000ffffffffffff0702' + '20211bff011d30c50000';
    const { records } = positions(hexOf(wrapFrame(bytesOf(`0003137ca79f856d010101${record}`))));
    expect(records[0]).toMatchObject({ latE7: 0, lonE7: 0, altitudeM: 0, headingDeg: 0, satellites: 0, speedKmh: 0 });
    expect(nameValues(records[0]!.io, 'Ruptela')).toMatchObject({
      hdop: undefined,
      gsmSignal: undefined,
      externalVoltageV: 12.485,
    });
  });

  test('ignition is kept under the id that every history reads, and what the vendor has there under another', () => {
    const record = '4e9c036900000f101733208ff45e07b31b570a00100905' + '030501ef02b603000000';
    const [found] = positions(hexOf(wrapFrame(bytesOf(`00000b1a2a5585c3010001${record}`)))).records;
    expect(found).toMatchObject({ eventId: PLAIN_IO.ignition });
    expect(elementsOf(found!)).toEqual({ [PLAIN_IO.hdop]: 9, [PLAIN_IO.ignition]: 1, 5: 2, 65_182: 3 });
  });

  test('a key reader without a key, which says all ones, names nobody', () => {
    const record = (key: string) => `4e9c036900000f101733208ff45e07b31b570a001009090000000122${key}`;
    const keyOf = (key: string) => {
      const frame = wrapFrame(bytesOf(`00000b1a2a5585c3010001${record(key)}`));
      return nameValues(positions(hexOf(frame)).records[0]!.io, 'Ruptela').iButton;
    };
    expect([keyOf('01d042f31d000030'), keyOf('ffffffffffffffff')]).toEqual(['01D042F31D000030', undefined]);
  });
});

const two = (value: number) => value.toString(16).padStart(2, '0');

describe('what is no position', () => {
  test.each([
    ['DOCUMENT 3.2.15: a heartbeat', '0009000310F56174900710BD93', ['863071018192903', '00027401862d']],
    [
      'DOCUMENT 3.2.14: identification',
      '002E0003124D0AC0BB1C0F5463303430302E30332E30392E31300000DFC1388631180000601A000003E80000000A003CDA26',
      ['864547032316700 00027301cb25 00037302050ba1'],
    ],
    [
      'DOCUMENT 3.2.17: identification by parts',
      '00120003124D0AC0BB1C120102010100060204418B10',
      ['864547032316700 00027301cb25 00037302050ba1'],
    ],
    [
      'CAPTURE: identification of an OBD tracker',
      '002e000315bc70d3e2ff0f4f42443130302e30312e30382e30300000c2b30ea77e430000601b000001f40000003c00144aa0',
      ['868324021101311 00027301cb25 00037302050ba1'],
    ],
    [
      'DOCUMENT 3.2.9: fault codes',
      '003000000B1A29F64B1A0902FF4E9CAF2C07D608F11A1480BA015030303130FF4E9CAF2C07D608F11A1480BA0250303031318C91',
      ['012207001062170', '00026d01c4a4'],
    ],
    [
      'DOCUMENT 3.2.12: a file of a tachograph, which is not fetched',
      '001E000315A07F440B1D0C010001B3BA519F2FD35130B20B518CFB070000FFFF87D4',
      ['868204004248349', ''],
    ],
    ['DOCUMENT 3.2.13: what is wired to it', '00180003124D0AC0BB1C0E0100005A6098A56162633132330D0ABD80', ['864547032316700', '']],
    [
      'CAPTURE: the answer to a text message by the connection, its length repaired',
      '0024000315A07F440B1D07534554494f20636f6e66696775726174696f6e2064617461206f6b341C',
      ['868204004248349', 'SETIO configuration data ok'],
    ],
  ])('%s', (_case, hex, expected) => {
    expect(alive(hex)).toEqual(expected);
  });

  test('an empty list of records is confirmed at once', () => {
    expect(alive(hexOf(wrapFrame(bytesOf('000310f561749007010000'))))).toEqual(['863071018192903  000264000235', '0002640113bc']);
  });

  test('records of a stranger are not confirmed: the tracker keeps them', () => {
    const [hello] = decode(PLAIN);
    if (hello?.kind !== 'hello') throw new Error('no hello');
    expect([hexOf(hello.accepted), hexOf(hello.refused)]).toEqual(['', '000264000235']);
  });
});

describe('bad frames', () => {
  const corrupted = PLAIN.replace('1b13', '1b14');
  test.each([
    ['CAPTURE with one bit changed', corrupted, 'crc'],
    [
      'CAPTURE as the test has it: a length of 11 in place of 48',
      '000B00000B1A29F64B1A0902FF4E9CAF2C07D608F11A1480BA015030303130FF4E9CAF2C07D608F11A1480BA0250303031318C91',
      'crc',
    ],
    [
      'CAPTURE: a length of 17 in place of 36',
      '0011000315A07F440B1D07534554494f20636f6e66696775726174696f6e2064617461206f6b341C',
      'crc',
    ],
    [
      'CAPTURE: not the check sum of its bytes',
      '0044000313612d76c5cb0744494e313d312c44494e323d302c44494e333d302c44494e343d302c444f5554313d312c444f5554323d302c41494e313d31372c41494e323d3236ac80',
      'crc',
    ],
    ['DOCUMENT 3.2.7 as printed: a length four too small', '000B000315A07F44865A0654284E9CAF2CF5B3', 'crc'],
    ['a length of less than IMEI and command', '0008000310F561749007BD93', 'length'],
    ['longer than any', '03fd', 'too-long'],
    ['another protocol', '78780d01', 'too-long'],
    ['no number', hexOf(wrapFrame(bytesOf('000000000000000010'))), 'imei'],
    ['a number of sixteen digits', hexOf(wrapFrame(bytesOf('00038d7ea4c6800010'))), 'imei'],
    ['records without their number', hexOf(wrapFrame(bytesOf('000310f5617490070100'))), 'truncated'],
    ['255 records in no bytes', hexOf(wrapFrame(bytesOf('000310f5617490070100ff'))), 'truncated'],
    [
      'more values than bytes',
      hexOf(wrapFrame(bytesOf('00000b1a2a5585c30100014e9c036900000f101733208ff45e07b31b570a00100909ff0501'))),
      'truncated',
    ],
    [
      'more bytes than records',
      hexOf(wrapFrame(bytesOf('00000b1a2a5585c30100014e9c036900000f101733208ff45e07b31b570a001009090000000000'))),
      'trailing',
    ],
    ['DOCUMENT, extended records taken for plain ones', hexOf(asCommand(IN_PARTS, 1)), 'truncated'],
  ])('%s', (_case, hex, reason) => {
    expect(reasonOf(() => decode(hex))).toBe(reason);
  });

  test('CAPTURE: the beginning of a picture waits for its rest', () => {
    const decoder = createStreamDecoder();
    expect(decoder.push(bytesOf('03fc0003142b0c152acd2502003544444131464144000a0000ffd8ffe000104a46'))).toEqual([]);
    expect(decoder.bufferedBytes).toBe(33);
  });

  test('another number on the same connection', () => {
    const decoder = createStreamDecoder();
    decoder.push(bytesOf(PLAIN));
    expect(reasonOf(() => decoder.push(bytesOf('0009000310F56174900710BD93')))).toBe('imei');
  });
});

/** A frame with another command, its check sum repaired. */
function asCommand(hex: string, command: number): Uint8Array {
  const body = bytesOf(hex).slice(2, -2);
  body[8] = command;
  return wrapFrame(body);
}

test('the other end understands the answers, however they are cut', () => {
  const reader = createReplyReader(IMEI);
  const bytes = bytesOf('00027301cb25' + '0002640113bc' + '000264000235' + '00037302b4afa3' + '00027401862d');
  expect([...bytes].flatMap((byte) => reader.push(Uint8Array.of(byte)))).toEqual([
    { kind: 'hello', isAccepted: true },
    { kind: 'acknowledged', count: null },
    { kind: 'hello', isAccepted: false },
    { kind: 'hello', isAccepted: false },
  ]);
});

import { recordsOf } from '@spora/telemetry/columns';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameRecord, nameValues } from '../avl/names.ts';
import { idsOfAdvanced, idsOfList, macsOfEyeList } from './beacons.ts';
import { encodeHello } from './encode.ts';
import { createStreamDecoder } from './stream.ts';

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

/* Restated as facts from the vendor's pages: "How to start with FMB devices and Beacons?" (385) and "FMB003 Beacon List" (548). */
const FRAME_385 =
  '00000000000000d68e01000001701f9b3fa9000f0e5732209ab450006800290400000181000100000000000000000001018100a9' +
  '11214b5c049f515341fca950d2c264414e1000050006ba21e2c56db5dffb48d2b060d0f5a71096e000000000a92131a74bb76a79' +
  '423196c916cfb9faed45002d00159f0700112233445566778899abcde0810047ae0be80015210f86676bec91420a94409110029a' +
  'fac415b31a0aa101de9c18e92ca5aa689697365434663222ba21ebbbde835d7f4965b5f06c2edcb3a55300010080a501736b7968' +
  '6f73742e646b000010000128ad01000030cb';
const ADVANCED =
  '01' +
  '360001b10110f34b6f6aa38255aa9ef619154e2d0055021f0201060303aafe1716aafe0002f34b6f6aa38255aa9ef619154e2d00550000' +
  '360001ab0110e987706aa38255aa94321b154e2d0055021f0201060303aafe1716aafe0002e987706aa38255aa94321b154e2d00550000' +
  '360001a801101e74706aa38255faabcd000000000000021f0201060303aafe1716aafe00021e74706aa38255faabcd0000000000000000' +
  '360001a201100c8c6f6ba38255aab7361a164e2d0055021f0201060303aafe1716aafe00020c8c6f6ba38255aab7361a164e2d00550000';

test('BLE-019: the documented frame of the simple list tells of eight beacons, one of them with battery and temperature', () => {
  const decoder = createStreamDecoder();
  decoder.push(encodeHello('356307042441013'));
  const [event] = decoder.push(bytesOf(FRAME_385));
  if (event?.kind !== 'positions') throw new Error('no positions');
  const heard = nameRecord(event.columns, 0, 'A').beacons;
  expect(heard).toEqual([
    '4B5C049F515341FCA950D2C264414E1000050006',
    'E2C56DB5DFFB48D2B060D0F5A71096E000000000',
    '31A74BB76A79423196C916CFB9FAED45002D0015',
    '00112233445566778899ABCDE0810047',
    '0F86676BEC91420A94409110029AFAC415B31A0A',
    'DE9C18E92CA5AA689697365434663222',
    'EBBBDE835D7F4965B5F06C2EDCB3A55300010080',
    '736B79686F73742E646B000010000128',
  ]);
  expect(nameValues(recordsOf(event.columns)[0]!.io, 'A').beacons, 'both ways of naming').toEqual(heard);
});

test('BLE-019: the documented advanced list tells of four beacons', () => {
  const value = bytesOf(ADVANCED);
  expect(nameValues([{ id: 548, width: 0, value }], 'B').beacons).toEqual([
    'F34B6F6AA38255AA9EF619154E2D0055',
    'E987706AA38255AA94321B154E2D0055',
    '1E74706AA38255FAABCD000000000000',
    '0C8C6F6BA38255AAB7361A164E2D0055',
  ]);
});

test('BLE-019: the list of EYE sensors tells their MAC addresses, with and without a constant before it', () => {
  // A name, a temperature and the address; and one with the address alone.
  const [one, two] = ['0502414206020834' + '0f067cd9f4010c40', '0f067cd9f4010c41'];
  const list = [one, two].map((each) => (each.length / 2).toString(16).padStart(2, '0') + each).join('');
  for (const hex of [list, `01${list}`]) expect(macsOfEyeList(bytesOf(hex)), hex).toEqual(['7CD9F4010C40', '7CD9F4010C41']);
  expect(nameValues([{ id: 11317, width: 0, value: bytesOf(list) }], 'C').beacons).toHaveLength(2);
});

test.each([
  ['nothing', idsOfList, '', []],
  ['a part without beacons', idsOfList, '12', []],
  ['an iBeacon cut short', idsOfList, '112101020304', []],
  ['a second one cut short', idsOfList, '1101de9c18e92ca5aa689697365434663222ba2101', ['DE9C18E92CA5AA689697365434663222']],
  ['a record longer than the list', idsOfAdvanced, '01360001', []],
  ['a parameter longer than its record', idsOfAdvanced, '0103010aff', []],
  ['neither fits', macsOfEyeList, '02ff', []],
])('BLE-019: %s', (_, read, hex, ids) => {
  expect(read(bytesOf(hex))).toEqual(ids);
});

test('BLE-019: whatever the bytes are, a list of beacons is read to an end', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      for (const read of [idsOfList, idsOfAdvanced, macsOfEyeList])
        for (const id of read(bytes)) expect(id).toMatch(/^([0-9A-F]{2})+$/);
    }),
    { numRuns: 2000 },
  );
});

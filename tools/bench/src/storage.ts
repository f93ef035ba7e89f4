import { columnsOf, sliceColumns, type RecordColumns } from '@spora/telemetry/columns';
import { digestOf, uniteColumns } from '@spora/telemetry/record-set';
import { decodeSegment, encodeMergedSegment, encodeSegment } from '@spora/telemetry/segment';
import { syntheticDrive } from '@spora/telemetry/testing-drive';
import { hold, interleave, numberOption, short } from './measure.ts';

export const title = 'Bytes a record in the log: as received, and after the nightly merge';
export const small = ['--records', '2000', '--days', '1', '--rounds', '1'];

/**
 * What PostgreSQL adds to a row of position_segment, in bytes: line pointer 4, tuple header 24, tracker_id, seq, t0, t1 8 each,
 * n 4, digest 1 + 8, the length of data 1 or 4, alignment about 6; and its entry in the primary key: 8 + 24 and a tenth for
 * the tree above.
 */
const ROW_BYTES = 4 + 24 + 32 + 4 + 9 + 4 + 6;
const INDEX_BYTES = Math.round((32 * 1.1) / 0.9);

function bytesPerRecord(columns: RecordColumns, perRow: number): { segment: number; disk: number } {
  let bytes = 0;
  let rows = 0;
  for (let i = 0; i < columns.n; i += perRow, rows++)
    bytes += encodeSegment(sliceColumns(columns, i, Math.min(columns.n, i + perRow))).length;
  return { segment: bytes / columns.n, disk: (bytes + rows * (ROW_BYTES + INDEX_BYTES)) / columns.n };
}

/** `--records 5000` a day, `--days 5`, `--rounds 5` */
export async function run(args: readonly string[]): Promise<void> {
  const records = numberOption(args, 'records', 5000);
  const days = Array.from({ length: numberOption(args, 'days', 5) }, (_, day) =>
    columnsOf(syntheticDrive(records, { seed: day + 1 })),
  );
  const mean = (of: (columns: RecordColumns) => number) => days.reduce((sum, day) => sum + of(day), 0) / days.length;

  console.log(`  ${days.length} days of ${records} records with 12 io elements; "on disk" adds PostgreSQL's row and index`);
  for (const perRow of [1, 10, 20, 100]) {
    const segment = mean((day) => bytesPerRecord(day, perRow).segment);
    const disk = mean((day) => bytesPerRecord(day, perRow).disk);
    if (perRow >= 10) hold(`bytes a record on disk, ${perRow} a row`, disk, { most: 30 });
    const goal = perRow >= 10 ? ' (goal 30)' : '';
    console.log(
      `  ${String(perRow).padStart(4)} a row   ${segment.toFixed(1).padStart(6)} packed   ${disk.toFixed(1).padStart(6)} on disk${goal}`,
    );
  }
  const merged = mean((day) => encodeMergedSegment(uniteColumns([day])).length / day.n);
  const mergedDisk = mean((day) => (encodeMergedSegment(uniteColumns([day])).length + ROW_BYTES + INDEX_BYTES) / day.n);
  console.log(`  merged day   ${merged.toFixed(1).padStart(4)} packed   ${mergedDisk.toFixed(1).padStart(6)} on disk (goal 12)`);

  hold('bytes a record on disk after the merge', mergedDisk, { most: 12 });

  const [day] = days as [RecordColumns];
  const tens = Array.from({ length: Math.floor(day.n / 10) }, (_, i) => sliceColumns(day, i * 10, i * 10 + 10));
  const packed = tens.map(encodeSegment);
  const whole = encodeMergedSegment(day);
  hold('records that come back from the merged day', decodeSegment(whole).n, { least: day.n, most: day.n });
  const perRow = (work: () => void, count: number) => () => (work(), count);
  const rates = interleave(
    [
      { name: 'pack', work: perRow(() => tens.forEach(encodeSegment), tens.length * 10) },
      { name: 'unpack', work: perRow(() => packed.forEach(decodeSegment), tens.length * 10) },
      { name: 'digest', work: perRow(() => tens.forEach(digestOf), tens.length * 10) },
      { name: 'merge', work: perRow(() => encodeMergedSegment(day), day.n) },
      { name: 'unpack merged', work: perRow(() => decodeSegment(whole), day.n) },
    ],
    numberOption(args, 'rounds', 5),
    200,
  ).map(short);
  console.log(
    `  records/s of CPU: pack by ten ${rates[0]}, unpack ${rates[1]}, digest ${rates[2]}, merge ${rates[3]}, unpack merged ${rates[4]}`,
  );
}

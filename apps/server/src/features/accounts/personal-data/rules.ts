/** What opens something, or is nobody's to read: never in an export. */
const SECRET = /hash|token|secret|password|^code$/i;

/** A row as it may be handed out; columns that are empty are left out with those that are secret. */
export const withoutSecrets = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([column, value]) => value !== null && !SECRET.test(column)));

/** A row of a table as an administrator gets it of somebody else: without what is the driver's own. */
export const withoutOwn = (row: Readonly<Record<string, unknown>>, driversOwn: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !driversOwn.includes(column)));

/** Numbers of what people know by its name. */
export interface Named {
  readonly units: ReadonlyMap<number, string>;
  readonly members: ReadonlyMap<number, string>;
}

const UNIT = 'unit_id';
type Row = Readonly<Record<string, unknown>>;

/** The units and members whose numbers stand in rows; `columns`: those that name members, singly or in a list. */
export function numbersIn(
  rows: readonly Row[],
  columns: readonly string[],
): { readonly unitIds: number[]; readonly memberIds: number[] } {
  const numbers = (value: unknown): number[] =>
    Array.isArray(value) ? value.flatMap(numbers) : value === undefined ? [] : [Number(value)];
  return {
    unitIds: rows.flatMap((row) => numbers(row[UNIT])),
    memberIds: rows.flatMap((row) => columns.flatMap((column) => numbers(row[column]))),
  };
}

/** A row with each number of a unit or member followed by the name; of one that is gone the number stands alone. */
export function withNames(row: Row, columns: readonly string[], { units, members }: Named): Record<string, unknown> {
  const nameOf = (column: string, value: unknown): unknown => {
    if (column === UNIT) return units.get(Number(value));
    if (!columns.includes(column)) return undefined;
    return Array.isArray(value) ? value.map((id) => members.get(Number(id)) ?? null) : members.get(Number(value));
  };
  return Object.fromEntries(
    Object.entries(row).flatMap(([column, value]) => {
      const name = nameOf(column, value);
      return name === undefined
        ? [[column, value]]
        : [
            [column, value],
            [nameColumnOf(column), name],
          ];
    }),
  );
}

/** `unit_name` of `unit_id`, `attested_by_name` of `attested_by`, `recipient_names` of `recipient_ids`. */
const nameColumnOf = (column: string): string =>
  column.endsWith('_ids') ? `${column.slice(0, -'_ids'.length)}_names` : `${column.replace(/_id$/, '')}_name`;

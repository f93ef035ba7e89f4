/** Whether somebody has given a unit a name of its own, and not left it that of its tracker or of its account. */
export const hasOwnName = (unit: {
  readonly name: string;
  readonly imei: string | null;
  readonly bears_account_name: boolean;
}): boolean => unit.name.trim() !== '' && unit.name !== unit.imei && !unit.bears_account_name;

/** DEC-21: two parent accounts of the installation whose members have more; empty for none, and they may be the same. */
export interface ParentAccounts {
  readonly alertNumbers: string;
  readonly extraTimeZone: string;
}

/** What a member has by the account that theirs belongs to: ids are compared as text (DEC-21). */
export const parentRights = (
  { ParentID }: { readonly ParentID: string },
  { alertNumbers, extraTimeZone }: ParentAccounts,
): { readonly HasAlertNumbers: boolean; readonly HasExtraTimeZone: boolean } => ({
  HasAlertNumbers: alertNumbers !== '' && ParentID === alertNumbers,
  HasExtraTimeZone: extraTimeZone !== '' && ParentID === extraTimeZone,
});

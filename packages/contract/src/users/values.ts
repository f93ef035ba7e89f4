/** What a member may do beyond seeing their units, given by an administrator (ROLE-006, DEC-27); administrators may it all. */
export const MEMBER_RIGHTS = [
  'report-frequency',
  'edit-all-trips',
  'edit-all-bookings',
  'edit-units',
  'edit-places',
  'create-groups',
] as const;

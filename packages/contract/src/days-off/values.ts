export const DAY_OFF_NAME_MAX = 50;

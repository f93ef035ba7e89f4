export const AUTOPLAN_CUSTOMER_MAX = 60;

export const AUTOPLAN_SECRET_MAX = 200;

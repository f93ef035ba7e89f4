/**
 * DEC-05: whether phone numbers are judged by the literal rules of the specification, a setting of the installation
 * (`STRICT_PHONE_RULES`). It is kept here because schemas judge numbers and know of no installation: the server sets it when it starts,
 * the page when it is loaded, from its document.
 */
let isStrict = false;

/** Whether the literal rules hold. */
export const hasStrictPhoneRules = (): boolean => isStrict;

/** Says which rules hold from now on, in this process or page. */
export function setStrictPhoneRules(on: boolean): void {
  isStrict = on;
}

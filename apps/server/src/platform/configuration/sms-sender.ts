/** What a message says it comes from: at most 11 letters and digits that begin with a letter, or a number. */
export const isSmsSender = (text: string): boolean => /^(?:[A-Za-z][A-Za-z0-9]{1,10}|\+[1-9]\d{6,14})$/.test(text);

/** The sender for a number: that of the longest dial code it begins with, else the usual one. */
export function senderFor(number: string, usual: string, byDialCode: Readonly<Record<string, string>>): string {
  const digits = number.replace(/^\+/, '');
  for (let length = 4; length > 0; length -= 1) {
    const found = byDialCode[digits.slice(0, length)];
    if (found !== undefined) return found;
  }
  return usual;
}

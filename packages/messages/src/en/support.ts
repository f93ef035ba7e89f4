/** Support staff and the back office. */
export const support = {
  SupportOnlyLooks: 'Support staff can look at the account, but change nothing here.',
  OpenAccountFirst: 'The account is not open. Open it with a reason first.',
  SpecifyReason: 'Say why.',
  SpecifyAmount: 'Enter a whole number of messages, not 0.',
  SpecifyAnswer: 'Write an answer.',
  SpecifyText: 'Write a text.',
  SpecifyImei: 'Enter at least one IMEI.',
  SpecifyAllLanguages: 'Write it in all three languages.',
  TooManyNumbers: 'At most 500 numbers at a time.',
  BalanceTooLow: 'There are not that many messages left.',
  AlreadyAnswered: 'The case has been answered already.',
  StockNumbersTaken: 'Some of the numbers are in the stock or in use already. Nothing was added.',
  TimeHasPassed: 'Choose a time to come.',
  DateHasPassed: 'Choose today or a later day.',
  TermsExist: 'There are terms for this brand and language from that day already. Choose another day.',
} as const;

export const accounts = {
  CloseAnnouncement: 'Close the message',
  ContactEmail: 'E-mail',
  ContactPhone: 'Phone',
  DeletionTitle: 'Delete your account',
  DeletionLead:
    'Write or call us and say that you want your account deleted. Write from the e-mail address of the account, so that we know it is you.',
  DeletionDeleted: 'What is deleted',
  DeletionDeletedPerson: 'Your sign-in, name, e-mail address and phone number.',
  DeletionDeletedPositions: 'Positions and routes of the units.',
  DeletionDeletedSettings: 'Places, zones, alerts and settings.',
  DeletionKept: 'What the law makes us keep',
  DeletionKeptLog:
    'Rows of the trip log that support a tax return, with where they began and ended, for up to 7 years. The positions in between are not kept.',
  DeletionKeptAccounting:
    'Invoices and other accounting records, for as long as the law where you live asks: 7 years in Sweden, 5 years in Norway.',
  DeletionTime: 'How long it takes',
  DeletionTimeText:
    'We delete within one month and tell you when it is done. Positions also go by themselves, after 3 months unless your account has chosen another time.',
  DeletionEmployer: 'Is the account your employer’s?',
  DeletionEmployerText: 'Then ask your administrator first. The company decides about its own trip log.',
  TermsTitle: 'Terms of use',
  TermsValidFrom: 'Valid from {date}',
  TermsLanguages: 'Language of the terms',
} as const;

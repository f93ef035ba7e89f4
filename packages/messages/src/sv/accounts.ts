export const accounts = {
  CloseAnnouncement: 'Stäng meddelandet',
  ContactEmail: 'E-post',
  ContactPhone: 'Telefon',
  DeletionTitle: 'Radera ditt konto',
  DeletionLead:
    'Skriv till oss eller ring och säg att du vill radera ditt konto. Skriv från kontots e-postadress, så vet vi att det är du.',
  DeletionDeleted: 'Det här raderas',
  DeletionDeletedPerson: 'Din inloggning, ditt namn, din e-postadress och ditt telefonnummer.',
  DeletionDeletedPositions: 'Enheternas positioner och färdvägar.',
  DeletionDeletedSettings: 'Platser, zoner, larm och inställningar.',
  DeletionKept: 'Det här måste vi spara enligt lag',
  DeletionKeptLog:
    'Rader i körjournalen som är underlag för skatt, med start och mål, i upp till 7 år. Positionerna däremellan sparas inte.',
  DeletionKeptAccounting:
    'Fakturor och annat bokföringsmaterial, så länge lagen i ditt land kräver: 7 år i Sverige, 5 år i Norge.',
  DeletionTime: 'Så lång tid tar det',
  DeletionTimeText:
    'Vi raderar inom en månad och meddelar dig när det är klart. Positioner försvinner också av sig själva, efter 3 månader om kontot inte har valt en annan tid.',
  DeletionEmployer: 'Är det din arbetsgivares konto?',
  DeletionEmployerText: 'Fråga då din administratör först. Företaget bestämmer över sin egen körjournal.',
  TermsTitle: 'Användarvillkor',
  TermsValidFrom: 'Gäller från {date}',
  TermsLanguages: 'Villkorens språk',
} as const;

export const accounts = {
  CloseAnnouncement: 'Lukk meldingen',
  ContactEmail: 'E-post',
  ContactPhone: 'Telefon',
  DeletionTitle: 'Slett kontoen din',
  DeletionLead:
    'Skriv til oss eller ring og si at du vil slette kontoen din. Skriv fra e-postadressen til kontoen, så vet vi at det er deg.',
  DeletionDeleted: 'Dette slettes',
  DeletionDeletedPerson: 'Innloggingen, navnet, e-postadressen og telefonnummeret ditt.',
  DeletionDeletedPositions: 'Posisjonene og rutene til enhetene.',
  DeletionDeletedSettings: 'Steder, soner, alarmer og innstillinger.',
  DeletionKept: 'Dette må vi beholde etter loven',
  DeletionKeptLog:
    'Rader i kjøreboken som er grunnlag for skatt, med start og mål, i opptil 7 år. Posisjonene imellom beholdes ikke.',
  DeletionKeptAccounting:
    'Fakturaer og annet regnskapsmateriale, så lenge loven i ditt land krever: 7 år i Sverige, 5 år i Norge.',
  DeletionTime: 'Så lang tid tar det',
  DeletionTimeText:
    'Vi sletter innen en måned og sier fra når det er gjort. Posisjoner forsvinner også av seg selv, etter 3 måneder hvis kontoen ikke har valgt en annen tid.',
  DeletionEmployer: 'Er det arbeidsgiverens konto?',
  DeletionEmployerText: 'Spør da administratoren din først. Firmaet bestemmer over sin egen kjørebok.',
  TermsTitle: 'Brukervilkår',
  TermsValidFrom: 'Gjelder fra {date}',
  TermsLanguages: 'Språk for vilkårene',
} as const;

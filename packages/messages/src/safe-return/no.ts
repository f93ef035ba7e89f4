/** Safe return home. */
export const safeReturn = {
  SafeHomeEnableMsg: 'Velg først når enheten skal være hjemme og hvor hjemmet er. Så kan du slå på.',
  RadiusLessThan300: 'Radiusen må være minst 300 meter.',
  SafeHomeRadiusMost: 'Radiusen kan være høyst 9999 meter.',
  SafeReturnHomeAddrEmpty: 'Oppgi adressen til hjemmet.',
  ErrSavePastDateMsg: 'Det tidspunktet er passert. Velg en senere start.',
  SafeHomeQuarters: 'Velg et klokkeslett på hele kvarteret.',
  SafeHomeNoSuchCheck: 'Den kontrollen finnes ikke lenger. Last inn på nytt for å se de neste.',
  SafeHomeIsOff: 'Trygg hjemkomst er ikke med i abonnementet deres.',
} as const;

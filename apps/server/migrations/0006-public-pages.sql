-- What pages for signed-out people read and change.

-- Stops a member's own alerts, push too when asked for; what had been stopped before keeps its time and stays stopped.
-- Answers the member's account, null when there is no such member any more.
CREATE FUNCTION stop_alerts(member_to_stop bigint, moment timestamptz, with_push boolean)
RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE member SET alerts_stopped_at = coalesce(alerts_stopped_at, moment),
    push_stopped_at = CASE WHEN with_push THEN coalesce(push_stopped_at, moment) ELSE push_stopped_at END
  WHERE id = member_to_stop AND disabled_at IS NULL
  RETURNING account_id
$$;
REVOKE ALL ON FUNCTION stop_alerts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION stop_alerts TO spora_api;

-- A beginning for every brand; the operator adds their own with a later date (docs/operations.md).
INSERT INTO terms (subsite_id, language, valid_from, body) VALUES
(NULL, 'sv', '2026-01-01', $terms$
# Tjänsten

Vi tillhandahåller positioner, körjournal, larm och rapporter för de enheter som du registrerar. Avtalet gäller mellan oss och den som registrerar kontot: ett företag eller en privatperson.

Du som registrerar ett konto för ett företag intygar att du har rätt att göra det.

# Ditt konto

Lämna riktiga uppgifter och håll dem aktuella. Inloggningen är personlig: dela inte lösenordet med någon, och byt det om någon annan kan ha fått veta det.

Den som administrerar kontot bestämmer vilka som får se vilka enheter.

# Så får tjänsten användas

Följ bara fordon, maskiner och saker som du äger eller har rätt att följa. Den som kör eller bär en enhet ska veta att positionen registreras.

Arbetsgivare ansvarar för att personalen är informerad och att reglerna om kontroll på arbetsplatsen följs.

# Personuppgifter

Kontots innehavare är personuppgiftsansvarig för positioner och resor. Vi behandlar dem för innehavarens räkning och bara för att leverera tjänsten. Privata resor visas bara för föraren.

Positioner sparas i tre månader om kontot inte har valt en annan tid, högst 24 månader. Körjournalens rader sparas i sju år eftersom de är underlag för skatt. Du kan begära utdrag och radering.

# Pris och betalning

Priset är det som gäller när du beställer. Vi meddelar ändrade priser minst 30 dagar innan de börjar gälla.

# Tillgänglighet och ansvar

En enhet behöver mobilnät och sikt mot satelliter. Positioner kan därför saknas, komma sent eller vara ungefärliga. Tjänsten ersätter inte larmcentral, polis eller räddningstjänst.

Vi ansvarar för skada som vi orsakar genom vårdslöshet. Vi ansvarar inte för indirekt skada, utom där lagen säger något annat.

# Ångerrätt och uppsägning

En konsument har rätt att ångra avtalet inom 14 dagar enligt lag. Du kan när som helst säga upp avtalet genom att kontakta supporten.

Vi får stänga ett konto som missbrukas. Vi berättar då varför, om inte lagen hindrar det.

# Ändringar och tvist

Vi meddelar ändrade villkor minst 30 dagar i förväg. Godtar du dem inte kan du säga upp avtalet innan de börjar gälla.

Svensk lag gäller. En konsument kan vända sig till Allmänna reklamationsnämnden, och har alltid det skydd som lagen i det egna landet ger.
$terms$),
(NULL, 'no', '2026-01-01', $terms$
# Tjenesten

Vi leverer posisjoner, kjørebok, alarmer og rapporter for enhetene som du registrerer. Avtalen gjelder mellom oss og den som registrerer kontoen: et firma eller en privatperson.

Du som registrerer en konto for et firma, bekrefter at du har rett til å gjøre det.

# Kontoen din

Oppgi riktige opplysninger og hold dem oppdatert. Innloggingen er personlig: ikke del passordet med noen, og bytt det hvis andre kan ha fått vite det.

Den som administrerer kontoen, bestemmer hvem som får se hvilke enheter.

# Slik kan tjenesten brukes

Følg bare kjøretøy, maskiner og ting som du eier eller har rett til å følge. Den som kjører eller bærer en enhet, skal vite at posisjonen registreres.

Arbeidsgiveren har ansvar for at de ansatte er informert, og at reglene om kontrolltiltak i arbeidslivet følges.

# Personopplysninger

Kontoens innehaver er behandlingsansvarlig for posisjoner og turer. Vi behandler dem på vegne av innehaveren og bare for å levere tjenesten. Private turer vises bare for føreren.

Posisjoner lagres i tre måneder hvis kontoen ikke har valgt en annen tid, høyst 24 måneder. Radene i kjøreboken lagres i sju år fordi de er grunnlag for skatt. Du kan be om innsyn og sletting.

# Pris og betaling

Prisen er den som gjelder når du bestiller. Vi varsler endrede priser minst 30 dager før de begynner å gjelde.

# Tilgjengelighet og ansvar

En enhet trenger mobilnett og sikt mot satellitter. Posisjoner kan derfor mangle, komme sent eller være omtrentlige. Tjenesten erstatter ikke alarmsentral, politi eller redningstjeneste.

Vi har ansvar for skade som vi volder ved uaktsomhet. Vi har ikke ansvar for indirekte tap, unntatt der loven sier noe annet.

# Angrerett og oppsigelse

En forbruker har rett til å gå fra avtalen innen 14 dager etter loven. Du kan når som helst si opp avtalen ved å kontakte kundestøtten.

Vi kan stenge en konto som misbrukes. Vi forteller da hvorfor, hvis ikke loven hindrer det.

# Endringer og tvist

Vi varsler endrede vilkår minst 30 dager i forveien. Godtar du dem ikke, kan du si opp avtalen før de begynner å gjelde.

Svensk lov gjelder. En forbruker har alltid det vernet som loven i eget land gir, og kan i Norge henvende seg til Forbrukertilsynet.
$terms$),
(NULL, 'en', '2026-01-01', $terms$
# The service

We provide positions, a trip log, alerts and reports for the units that you register. The agreement is between us and whoever registers the account: a company or a private person.

If you register an account for a company, you confirm that you have the right to do so.

# Your account

Give correct details and keep them up to date. Your sign-in is personal: share the password with nobody, and change it if somebody else may have learned it.

The account's administrator decides who may see which units.

# How the service may be used

Track only vehicles, machines and things that you own or have the right to track. Whoever drives or carries a unit must know that its position is recorded.

Employers are responsible for informing their staff and for following the rules on monitoring at work.

# Personal data

The holder of the account is the controller of positions and trips. We process them on the holder's behalf and only to deliver the service. Private trips are shown to the driver only.

Positions are kept for three months unless the account has chosen another time, 24 months at most. The rows of the trip log are kept for seven years because they support tax returns. You can ask for a copy and for deletion.

# Price and payment

The price is the one that applies when you order. We announce changed prices at least 30 days before they apply.

# Availability and liability

A unit needs a mobile network and a view of the satellites. Positions may therefore be missing, late or approximate. The service does not replace an alarm centre, the police or the rescue services.

We are liable for damage that we cause by negligence. We are not liable for indirect loss, except where the law says otherwise.

# Withdrawal and termination

A consumer may withdraw from the agreement within 14 days as the law provides. You can end the agreement at any time by contacting support.

We may close an account that is misused. We then say why, unless the law prevents it.

# Changes and disputes

We announce changed terms at least 30 days ahead. If you do not accept them you can end the agreement before they apply.

Swedish law applies. A consumer always has the protection that the law of their own country gives.
$terms$);
UPDATE terms SET body = btrim(body, E'\n');

import type { TodayLine, TodayLineOf } from '@spora/contract/today/endpoints';
import { useId, type ReactNode } from 'react';
import { useNow } from '../../lib/age.ts';
import { useFormat, useLanguage, useT } from '../../lib/i18n.tsx';
import { listText } from '../../lib/names.ts';
import { PageLink } from '../../lib/page-link.tsx';
import { hasOthers } from '../../lib/rights.ts';
import { useUser } from '../../lib/session-context.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TellMe } from '../alarms/public/tell-me.tsx';
import { GuideProgress, useUnfinishedGuide } from '../accounts/public/guide-progress.tsx';
import { OwnUnits } from '../tracking/public/own-units.tsx';
import { groupsOf, linkOf, linksOf, LOOKS } from './model.ts';
import { useStartHere, useToday } from './queries.ts';
import styles from './today.module.css';
import { type ItemText, useTodayTexts } from './use-today-texts.ts';

const CARD_HEIGHTS = [180, 240, 180, 120];

/** ADM-030: what waits for an administrator, the most urgent first, each with the way to where it is answered. */
export function TodayPage(): ReactNode {
  const query = useToday();
  return (
    <div className={styles['screen']}>
      <Head today={query.data?.today} />
      <Loaded query={query} heights={CARD_HEIGHTS} className={styles['cards']}>
        {({ lines, today }) => <Waiting lines={lines} today={today} />}
      </Loaded>
    </div>
  );
}

function Head(props: { today: string | undefined }): ReactNode {
  const t = useT();
  const format = useFormat();
  const user = useUser();
  const start = useStartHere();
  const isOn = start.isPending ? start.variables : user.StartsWithToday === true;
  return (
    <div className={styles['head']}>
      <p className={styles['day']}>{props.today && format.longDay(props.today, props.today)}</p>
      {/* Support staff look with nothing of their own. */}
      {!user.Support && <Switch label={t('TodayStart')} isOn={isOn} onChange={(next) => start.mutate(next)} />}
      <FailureBanner failure={start.error} />
    </div>
  );
}

/** Before a new account is set up that is what waits, whatever else does. */
function Waiting({ lines, today }: { lines: readonly TodayLine[]; today: string }): ReactNode {
  const guide = useUnfinishedGuide();
  if (guide === undefined) return null;
  // Choosing receivers is a step of the guide.
  const isStep = guide?.steps.some(({ id, is_done: isDone }) => id === 'receiver' && !isDone) ?? false;
  const shown = isStep ? lines.filter(({ name }) => name !== 'alarms-untold') : lines;
  return (
    <>
      {guide && <GuideProgress guide={guide} isAll={shown.length === 0} />}
      {(shown.length > 0 || guide === null) && <Lines lines={shown} today={today} />}
    </>
  );
}

function Lines({ lines, today }: { lines: readonly TodayLine[]; today: string }): ReactNode {
  const t = useT();
  const user = useUser();
  if (lines.length === 0)
    return (
      <>
        {!hasOthers(user) && <OwnUnits today={today} />}
        <EmptyState icon="check" title={t('TodayNothing')}>
          {t(hasOthers(user) ? 'TodayNothingText' : 'TodayNothingAlone')}
        </EmptyState>
      </>
    );
  const groups = groupsOf(lines).map(({ group, lines: own }) => (
    <section key={group} className={styles['group']} aria-labelledby={`today-${group}`}>
      <h2 id={`today-${group}`} className={styles['groupTitle']}>
        {t(`TodayGroup-${group}`)}
      </h2>
      <div className={styles['cards']}>
        {own.map((line) => (
          <Card key={line.name} line={line} />
        ))}
      </div>
    </section>
  ));
  return (
    <>
      {groups}
      {!hasOthers(user) && <OwnUnits today={today} />}
    </>
  );
}

/** A day of its own line above its hour, so that what it is about keeps its room. */
function End({ text: { day, end } }: { text: ItemText }): ReactNode {
  if (day === '' && end === '') return null;
  return (
    <span className={styles['end']}>
      {day !== '' && <span>{`${day} `}</span>}
      {end}
    </span>
  );
}

/** Mended here at a press where all that it is about stand on the card. */
function Untold({ line }: { line: TodayLineOf<'alarms-untold'> }): ReactNode {
  const { Support: support } = useUser();
  const { language } = useLanguage();
  const units = line.items.map(({ unit }) => unit);
  if (support || line.count > units.length) return null;
  return (
    <span className={styles['action']}>
      <TellMe
        isFor={({ Imei }) => units.some(({ imei }) => imei === Imei)}
        units={listText(
          units.map(({ name }) => name),
          language,
        )}
      />
    </span>
  );
}

function Card({ line }: { line: TodayLine }): ReactNode {
  const t = useT();
  const id = useId();
  const texts = useTodayTexts(useNow());
  const said = texts.items(line);
  const { icon, tone } = LOOKS[line.name];
  const note = texts.note(line);
  const all = linkOf(line);
  return (
    <section className={styles['card']} data-tone={tone} aria-labelledby={id}>
      <div className={styles['top']}>
        <span className={styles['icon']}>
          <Icon name={icon} />
        </span>
        <h3 id={id} className={styles['title']}>
          <PageLink {...all}>{texts.title(line)}</PageLink>
        </h3>
        {note && <p className={styles['note']}>{note}</p>}
        {line.name === 'alarms-untold' && <Untold line={line} />}
      </div>
      <ul className={styles['items']}>
        {linksOf(line).map(({ key, link }, index) => (
          <li key={key}>
            <PageLink {...link} className={styles['item']}>
              <span className={styles['what']}>
                <span className={styles['name']}>{said[index]?.title}</span>
                {said[index]?.detail && <span className={styles['detail']}>{said[index].detail}</span>}
              </span>
              {said[index] && <End text={said[index]} />}
              <Icon name="chevron-right" size={16} />
            </PageLink>
          </li>
        ))}
      </ul>
      {line.count > line.items.length && (
        <PageLink {...all} className={styles['more']}>
          {t('TodayShowAll', { count: line.count })}
        </PageLink>
      )}
    </section>
  );
}

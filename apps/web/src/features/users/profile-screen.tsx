import type { Profile } from '@spora/contract/users/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type MouseEvent, type ReactNode } from 'react';
import { Loaded } from '../../ui/loaded.tsx';
import { call } from '../../lib/call.ts';
import { useErrorText, useLanguage, useT } from '../../lib/i18n.tsx';
import { ADDRESSES } from '../../lib/addresses.ts';
import { PageLink } from '../../lib/page-link.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { setTheme, THEMES, type Theme } from '../../lib/theme.ts';
import { useMedia } from '../../lib/use-media.ts';
import { useTheme } from '../../lib/use-theme.ts';
import { LANGUAGE_FACTS, LANGUAGES } from '@spora/messages/languages';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ExportOwnData } from './public/export-data.tsx';
import { PasswordChangeDialog } from '../auth/public/password-change.tsx';
import { SessionsPanel } from '../auth/public/sessions-panel.tsx';
import { OwnReceivers } from '../alarms/public/own-receivers.tsx';
import { OwnMailSwitch, OwnPushSwitch } from '../alarms/public/own-push-switch.tsx';
import { PushPanel } from '../alarms/public/push-panel.tsx';
import { ErasePrivate } from '../trips/public/erase-private.tsx';
import { FactorsPanel } from '../second-factor/public/factors-panel.tsx';
import { EmailDialog } from './components/email-dialog.tsx';
import { OwnPendingEmail } from './components/pending-email.tsx';
import { NoticeSettings } from './components/notice-settings.tsx';
import { SignOnWaits } from './components/sign-on-waits.tsx';
import { PersonForm } from './components/person-form.tsx';
import { TwoFactorDialog } from './components/two-factor-dialog.tsx';
import { profileQuery, useProfileChange } from './queries.ts';
import frame from '../../ui/section.module.css';
import styles from './screen.module.css';

/** ADM-027: what a member may see and change of themselves. */
export function ProfileScreen(): ReactNode {
  const query = useQuery(profileQuery(useSend()));
  return (
    <Loaded query={query} heights={[240, 180, 120]} className={styles['loading']}>
      {(data) => <ProfileSections profile={data} />}
    </Loaded>
  );
}

function ProfileSections(props: { profile: Profile }): ReactNode {
  const { profile } = props;
  const t = useT();
  const { IsAdmin, IsPrivatePerson } = useUser();
  const isWide = useMedia('(min-width: 1024px)');
  useNamedSection();
  const sections: readonly { id: string; title: string; isTitleHidden?: boolean; content: ReactNode }[] = [
    { id: 'person', title: t('ProfilePerson'), content: <PersonForm profile={profile} /> },
    { id: 'sign-in', title: t('ProfileSignIn'), content: <SignInSettings profile={profile} /> },
    { id: 'factors', title: t('FactorsTitle'), content: <FactorsPanel /> },
    { id: 'browsers', title: t('ProfileBrowsers'), isTitleHidden: true, content: <SessionsPanel /> },
    { id: 'alerts', title: t('ProfileAlerts'), content: <AlertSettings profile={profile} /> },
    { id: 'push', title: t('PushTitle'), content: <PushPanel isStopped={!profile.push} /> },
    { id: 'look', title: t('ProfileLook'), content: <LookSettings /> },
    { id: 'notice', title: t('NoticeSection'), content: <NoticeSettings /> },
    { id: 'export', title: t('ExportTitleOwn'), content: <ExportOwnData /> },
    { id: 'erase', title: t('ErasePrivateTitle'), content: <ErasePrivate /> },
    // Where the account is a company's, nobody looks for its end at their own page.
    ...(IsAdmin && IsPrivatePerson ? [{ id: 'remove', title: t('RemovalTitle'), content: <WhereAccountEnds /> }] : []),
  ];
  const links = sections.map(({ id, title }) => (
    <a key={id} href={`#${id}`} onClick={(event) => showSection(event, id)}>
      {title}
    </a>
  ));
  return (
    <div className={styles['page']}>
      <nav className={styles['contents']} aria-label={t('ProfileContents')}>
        {isWide ? (
          links
        ) : (
          <details>
            <summary>{t('ProfileContents')}</summary>
            {links}
          </details>
        )}
      </nav>
      <div className={styles['profile']}>
        {sections.map(({ content, ...section }) => (
          <Section key={section.id} {...section}>
            {content}
          </Section>
        ))}
      </div>
    </div>
  );
}

function WhereAccountEnds(): ReactNode {
  const t = useT();
  return (
    <p className={frame['soft']}>
      {t('ProfileRemovalText')}{' '}
      <PageLink to={ADDRESSES.account} search={{ tab: 'data' }}>
        {t('ProfileRemovalLink')}
      </PageLink>
    </p>
  );
}

/** A link to one section ends there, once there are sections. */
function useNamedSection(): void {
  useEffect(() => {
    const section = document.getElementById(location.hash.slice(1));
    section?.scrollIntoView({ block: 'start' });
    section?.focus({ preventScroll: true });
  }, []);
}

/** The section comes into sight and takes the focus; the address stays the page's. */
function showSection(event: MouseEvent, id: string): void {
  const section = document.getElementById(id);
  if (!section) return;
  event.preventDefault();
  section.scrollIntoView({ block: 'start' });
  section.focus({ preventScroll: true });
}

function Section(props: { id: string; title: string; isTitleHidden?: boolean; children: ReactNode }): ReactNode {
  return (
    <section id={props.id} tabIndex={-1} aria-label={props.title} className={cx(frame['section'], styles['part'])}>
      <h2 className={props.isTitleHidden ? 'visually-hidden' : frame['sectionTitle']}>{props.title}</h2>
      {props.children}
    </section>
  );
}

function SignInSettings(props: { profile: Profile }): ReactNode {
  const { profile } = props;
  const t = useT();
  const [opened, setOpened] = useState<'email' | 'password' | 'two-factor' | null>(null);
  const close = (): void => setOpened(null);
  return (
    <div className={styles['lines']}>
      <Line label={t('Email')} value={profile.email}>
        <Button onClick={() => setOpened('email')}>{t('ProfileChangeEmail')}</Button>
      </Line>
      {profile.pending_email && <OwnPendingEmail profile={profile} pending={profile.pending_email} />}
      {profile.sign_on_waits && <SignOnWaits />}
      <Line label={t('Password')} value="••••••••">
        <Button onClick={() => setOpened('password')}>{t('PasswordChange')}</Button>
      </Line>
      <div className={styles['line']}>
        <div>
          <Switch label={t('ProfileTwoFactor')} isOn={profile.two_factor} onChange={() => setOpened('two-factor')} />
          <p className={frame['soft']}>{t('ProfileTwoFactorHelp')}</p>
        </div>
      </div>
      {opened === 'email' && <EmailDialog profile={profile} onClose={close} />}
      {opened === 'password' && <PasswordChangeDialog onClose={close} />}
      {opened === 'two-factor' && <TwoFactorDialog isOn={profile.two_factor} email={profile.email} onClose={close} />}
    </div>
  );
}

function Line(props: { label: string; value: string; children: ReactNode }): ReactNode {
  return (
    <div className={styles['line']}>
      <div className={styles['lineText']}>
        <span className={frame['soft']}>{props.label}</span>
        <span>{props.value}</span>
      </div>
      {props.children}
    </div>
  );
}

/** Switched at once; a refusal puts the switch back and says why. */
function AlertSettings(props: { profile: Profile }): ReactNode {
  const { profile } = props;
  const t = useT();
  const errors = useErrorText();
  const change = useProfileChange((send, body: { alerts?: boolean; push?: boolean }) =>
    call(send, 'users.update-profile', { body }),
  );
  const shown = { ...profile, ...(change.isPending ? change.variables : {}) };
  return (
    <div className={styles['lines']}>
      <OwnMailSwitch isOn={shown.alerts} onChange={(alerts) => change.mutate({ alerts })} />
      <OwnPushSwitch isOn={shown.push} onChange={(push) => change.mutate({ push })} />
      {!shown.alerts && <p className={frame['soft']}>{t('ProfileAlertsOff')}</p>}
      {change.isError && <Banner tone="danger">{errors.text(change.error)}</Banner>}
      <OwnReceivers />
    </div>
  );
}

function LookSettings(): ReactNode {
  const t = useT();
  const { language, setLanguage } = useLanguage();
  const theme = useTheme();
  const themes: Record<Theme, string> = { system: t('ThemeSystem'), light: t('ThemeLight'), dark: t('ThemeDark') };
  return (
    <div className={styles['pair']}>
      <SelectField
        label={t('Language')}
        help={t('ProfileLanguageHelp')}
        value={language}
        onChange={(event) => setLanguage(LANGUAGES.find((code) => code === event.target.value) ?? 'en')}
      >
        {LANGUAGES.map((code) => (
          <option key={code} value={code} lang={LANGUAGE_FACTS[code].html}>
            {LANGUAGE_FACTS[code].name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('Theme')}
        value={theme}
        onChange={(event) => setTheme(THEMES.find((id) => id === event.target.value) ?? 'system')}
      >
        {THEMES.map((id) => (
          <option key={id} value={id}>
            {themes[id]}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

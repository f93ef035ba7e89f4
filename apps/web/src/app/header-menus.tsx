import { type Language, LANGUAGE_FACTS, LANGUAGES } from '@spora/messages/languages';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../lib/addresses.ts';
import { startBrand } from '../lib/brand.ts';
import { useLanguage, useT } from '../lib/i18n.tsx';
import { useUser } from '../lib/session-context.tsx';
import { setTheme, THEMES, type Theme } from '../lib/theme.ts';
import { useShownTheme, useTheme } from '../lib/use-theme.ts';
import { buttonClass, IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import { ActionMenu } from '../ui/menu.tsx';
import styles from './shell.module.css';
import { useSignOut } from './use-sign-out.ts';

export function SupportLink(): ReactNode {
  const t = useT();
  const { supportMail, capabilities } = startBrand();
  if (!capabilities.supportLink) return null;
  return (
    <a
      href={`mailto:${supportMail}`}
      className={cx(buttonClass({ look: 'quiet' }, true), styles['wideOnly'])}
      aria-label={t('SupportMail')}
      title={t('SupportMail')}
    >
      <Icon name="mail" />
    </a>
  );
}

export function LanguageMenu(): ReactNode {
  const t = useT();
  const { language, setLanguage } = useLanguage();
  return (
    <ActionMenu
      label={t('Language')}
      trigger={
        <MenuButton label={`${t('Language')}: ${LANGUAGE_FACTS[language].name}`} className={styles['languageButton']}>
          <Icon name="globe" />
          <span className={cx(styles['code'], styles['wideOnly'])} data-code={language.toUpperCase()} aria-hidden="true" />
        </MenuButton>
      }
      groups={[
        {
          label: t('Language'),
          choices: LANGUAGES.map((code) => ({ id: code, label: LANGUAGE_FACTS[code].name })),
          selected: language,
          onChoose: (id) => setLanguage(id as Language),
        },
      ]}
    />
  );
}

export function ThemeMenu(): ReactNode {
  const t = useT();
  const theme = useTheme();
  const shown = useShownTheme();
  const labels: Record<Theme, string> = { system: t('ThemeSystem'), light: t('ThemeLight'), dark: t('ThemeDark') };
  const icons = { system: 'monitor', light: 'sun', dark: 'moon' } as const;
  return (
    <ActionMenu
      label={t('Theme')}
      trigger={
        <MenuButton label={`${t('Theme')}: ${labels[theme]}`} isIcon>
          <Icon name={shown === 'dark' ? 'moon' : 'sun'} />
        </MenuButton>
      }
      groups={[
        {
          label: t('Theme'),
          choices: THEMES.map((id) => ({ id, label: labels[id], icon: icons[id] })),
          selected: theme,
          onChoose: (id) => setTheme(id as Theme),
        },
      ]}
    />
  );
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((part) => part[0]?.toUpperCase() ?? '')
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('');

export function SignOutButton(): ReactNode {
  const t = useT();
  const signOut = useSignOut();
  return <IconButton icon="sign-out" label={t('SignOut')} className={styles['wideOnly']} onClick={signOut} />;
}

export function AccountMenu(props: { onChangePassword: () => void; onSupport: () => void }): ReactNode {
  const t = useT();
  const user = useUser();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const actions: Record<string, () => void> = {
    profile: () => void navigate({ to: ADDRESSES.profile }),
    password: props.onChangePassword,
    guide: () => void navigate({ to: ADDRESSES.guide }),
    support: props.onSupport,
    'sign-out': signOut,
  };
  const onChoose = (id: string): void => actions[id]?.();
  return (
    <ActionMenu
      label={t('Account')}
      trigger={
        <MenuButton label={`${t('Account')}: ${user.FullName}`} isIcon className={styles['accountButton']}>
          <Avatar name={user.FullName} />
        </MenuButton>
      }
      header={
        <div className={styles['accountHead']}>
          <strong>{user.FullName}</strong>
          <span>{user.Email}</span>
          <span>{user.AccountName}</span>
        </div>
      }
      groups={[
        {
          choices: [
            { id: 'profile', label: t('MyProfile'), icon: 'user' },
            { id: 'password', label: t('ChangePassword'), icon: 'lock' },
            ...(user.IsAdmin ? [{ id: 'guide', label: t('GuideTitle'), icon: 'check' } as const] : []),
            { id: 'support', label: t('SupportTitle'), icon: 'mail' },
          ],
          onChoose,
        },
        { choices: [{ id: 'sign-out', label: t('SignOut'), icon: 'sign-out' }], onChoose },
      ]}
    />
  );
}

/** NAV-033: the user's sign at the foot of the side menu opens the change of password; the name beside it the profile. */
export function MenuUser(props: { isCollapsed: boolean; onChangePassword: () => void; onGone?: () => void }): ReactNode {
  const t = useT();
  const user = useUser();
  const label = `${user.FullName}: ${t('ChangePassword')}`;
  return (
    <div className={styles['menuUser']}>
      <button
        type="button"
        className={styles['menuUserSign']}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        onClick={props.onChangePassword}
      >
        <Avatar name={user.FullName} />
      </button>
      {!props.isCollapsed && (
        <Link to={ADDRESSES.profile} className={styles['menuUserName']} title={t('MyProfile')} onClick={props.onGone}>
          {user.FullName}
        </Link>
      )}
    </div>
  );
}

function Avatar(props: { name: string }): ReactNode {
  return <span className={styles['avatar']} data-initials={initialsOf(props.name)} aria-hidden="true" />;
}

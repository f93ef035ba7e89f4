import { isLanguage, type Language, LANGUAGE_FACTS, LANGUAGES } from '@spora/messages/languages';
import { startBrand } from '../../../lib/brand.ts';
import { element } from './element.ts';
import styles from './stranger-page.module.css';

/** What stands around a page for who has a link and no account: whose it is, in which language, what is told, and room for a map. No React. */
export function makeFrame(root: HTMLElement, told: HTMLElement, first: Language, onLanguage: (language: Language) => void) {
  const brand = startBrand();
  const robots = element('meta', undefined);
  robots.name = 'robots';
  robots.content = 'none';
  document.head.append(robots);
  const mark = element('img', undefined);
  mark.src = `/brands/${brand.slug}/icon.svg`;
  mark.alt = '';
  mark.width = 28;
  mark.height = 28;
  const language = element('select', styles['language']);
  for (const each of LANGUAGES) {
    const option = element('option', undefined, LANGUAGE_FACTS[each].name);
    option.value = each;
    option.selected = each === first;
    language.append(option);
  }
  language.addEventListener('change', () => isLanguage(language.value) && onLanguage(language.value));
  const map = element('div', styles['map']);
  map.hidden = true;
  root.replaceChildren(
    element(
      'div',
      styles['page'],
      element(
        'header',
        styles['top'],
        element('span', styles['brand'], mark, brand.name),
        element('span', styles['languages'], language),
      ),
      element('main', styles['main'], told, map),
    ),
  );
  return { map, language };
}

/** A browser that takes push, as far as `lib/push.ts` asks it; jsdom has none of it. */
export interface TestPushBrowser {
  permission: NotificationPermission;
  /** What the person answers when asked. */
  answer: NotificationPermission;
  /** How often the person was asked. */
  asked: number;
  /** What the push service says to a subscription. */
  failure: DOMException | null;
  endpoint: string | null;
  /** With which keys of the server it was subscribed, in order. */
  readonly keys: string[];
  readonly scopes: string[];
}

const ENDPOINT = 'https://push.example.com/1';
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** Puts the browser in place; each test takes its own. */
export function installPushBrowser(): TestPushBrowser {
  const browser: TestPushBrowser = {
    permission: 'default',
    answer: 'granted',
    asked: 0,
    failure: null,
    endpoint: null,
    keys: [],
    scopes: [],
  };
  let applicationServerKey: Uint8Array<ArrayBuffer> = new Uint8Array();
  const subscription = {
    get endpoint() {
      return browser.endpoint;
    },
    get options() {
      return { applicationServerKey: applicationServerKey.buffer };
    },
    toJSON: () => ({ endpoint: browser.endpoint, keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } }),
    unsubscribe: async () => {
      browser.endpoint = null;
      return true;
    },
  };
  const registration = {
    active: {},
    pushManager: {
      getSubscription: async () => (browser.endpoint === null ? null : subscription),
      subscribe: async (options: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
        if (browser.failure) throw browser.failure;
        ({ applicationServerKey } = options);
        browser.keys.push(base64url(applicationServerKey));
        browser.endpoint = ENDPOINT;
        return subscription;
      },
    },
  };
  const put = (target: object, name: string, value: unknown): void =>
    void Object.defineProperty(target, name, { configurable: true, value });
  put(window, 'isSecureContext', true);
  put(window, 'PushManager', class {});
  put(window, 'Notification', {
    get permission() {
      return browser.permission;
    },
    requestPermission: async () => {
      browser.asked += 1;
      browser.permission = browser.answer;
      return browser.answer;
    },
  });
  put(navigator, 'serviceWorker', {
    getRegistration: async () => registration,
    register: async (_script: string, { scope }: { scope: string }) => {
      browser.scopes.push(scope);
      return registration;
    },
  });
  return browser;
}

/** As browsers without push are. */
export function removePushBrowser(): void {
  for (const [target, name] of [
    [window, 'PushManager'],
    [window, 'Notification'],
    [navigator, 'serviceWorker'],
  ] as const)
    Reflect.deleteProperty(target, name);
}

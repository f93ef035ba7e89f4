/** Shows what is pushed and opens what it leads to; it sees no other request of the application. */
self.addEventListener('install', () => self.skipWaiting());

const read = (data) => {
  try {
    return data.json();
  } catch {
    return {};
  }
};

// Browsers ask that every push is shown, one that cannot be read too.
self.addEventListener('push', (event) => {
  const { title = self.location.hostname, body = '', url = '/', tag } = read(event.data);
  const again = tag === undefined ? {} : { tag, renotify: true };
  event.waitUntil(self.registration.showNotification(title, { body, data: { url }, ...again }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const target = new URL(event.notification.data.url, self.location.origin);
  if (target.origin !== self.location.origin) return;
  const open = async () => {
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const there = windows.find(({ url }) => url === target.href);
    await (there ? there.focus() : self.clients.openWindow(target.href));
  };
  event.waitUntil(open());
});

import { createHmac } from 'node:crypto';
import { WEBHOOK_EXAMPLES } from '@spora/contract/integrations/webhook-calls';

/** How a program of a customer's tells that a call is ours, in JavaScript: a test runs it against what is sent. */
export const VERIFY_IN_NODE = `import { createHmac, timingSafeEqual } from 'node:crypto';

// rawBody: the body as it came, before JSON.parse
function isFromSpora(headers, rawBody, secret) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  if (Math.abs(Date.now() / 1000 - timestamp) > 300) return false; // an old request, sent again
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${rawBody}\`).digest();
  return headers['webhook-signature'].split(' ').some((each) => {
    const given = Buffer.from(each.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}`;

/** The same in Python. */
export const VERIFY_IN_PYTHON = `import base64, hashlib, hmac, time

# raw_body: the bytes as they came, before json.loads
def is_from_spora(headers, raw_body: bytes, secret: str) -> bool:
    id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        return False  # an old request, sent again
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mac = hmac.new(key, f"{id}.{timestamp}.".encode() + raw_body, hashlib.sha256)
    expected = "v1," + base64.b64encode(mac.digest()).decode()
    return any(hmac.compare_digest(each, expected) for each in headers["webhook-signature"].split(" "))`;

/** A request as it comes, signed with a secret that opens nothing, so that whoever writes a check can try it. */
export const WEBHOOK_REQUEST = (() => {
  const key = Buffer.from('an example and no secret of any account');
  const body = JSON.stringify(WEBHOOK_EXAMPLES['trip.finished']);
  const id = `trip-${WEBHOOK_EXAMPLES['trip.finished'].data.trip_id}`;
  const timestampS = Date.parse(WEBHOOK_EXAMPLES['trip.finished'].timestamp) / 1000 + 2;
  const signature = createHmac('sha256', key).update(`${id}.${timestampS}.${body}`).digest('base64');
  return {
    secret: `whsec_${key.toString('base64')}`,
    headers: { 'webhook-id': id, 'webhook-timestamp': String(timestampS), 'webhook-signature': `v1,${signature}` },
    body,
  };
})();

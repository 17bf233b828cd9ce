// npm's oidc-provider, a certified OpenID provider, with one client and any person who types a name.
//
//   node oidc_provider.mjs PORT REDIRECT_URI ALGORITHM
//
// Run beside its node_modules (NODE_MODULES). Prints "ready" and serves until it is killed.

import { generateKeyPairSync } from 'node:crypto';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [port, redirect, algorithm] = process.argv.slice(2);
const require = createRequire(process.env.NODE_MODULES + '/');
const { Provider } = await import(pathToFileURL(require.resolve('oidc-provider')).href);

function key(alg) {
  const pair = alg === 'RS256' ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...pair.privateKey.export({ format: 'jwk' }), alg, use: 'sig' };
}

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [{
    client_id: 'allreview',
    client_secret: 'client secret/1',
    redirect_uris: [redirect],
    post_logout_redirect_uris: [redirect.replace('/oidc/callback', '')],
    id_token_signed_response_alg: algorithm,
  }],
  jwks: { keys: [key('RS256'), key('ES256')] },
  cookies: { keys: ['a key of the test'] },
  pkce: { required: () => true },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
  findAccount: (context, id) => ({
    accountId: id,
    claims: () => ({
      sub: id, email: `${id}@acme.example`, email_verified: true, groups: ['trainers'],
    }),
  }),
});
provider.listen(Number(port), '127.0.0.1', () => console.log('ready'));

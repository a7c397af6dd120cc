/**
 * A certificate of `localhost`, `127.0.0.1` and `::1` that signs itself, and its key: for tests on this machine, and
 * worth nothing anywhere else. It holds until 2120. Made by `openssl ca -selfsign`.
 *
 * @module
 */

/** The certificate. */
export const TEST_CERTIFICATE: string = `-----BEGIN CERTIFICATE-----
MIIBeDCCAR+gAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABCWiZAJhmuAMsBLI
Z2K4EygCq9EMWD6WRJnreEBuG91rW8gWhAmd+NBRlC8lPAkPkU6vbi9LGzXLuqLq
6YLxCaCjYDBeMA8GA1UdEwEB/wQFMAMBAf8wLAYDVR0RBCUwI4IJbG9jYWxob3N0
hwR/AAABhxAAAAAAAAAAAAAAAAAAAAABMB0GA1UdDgQWBBRPGiia9fxaNIdNTyOC
J+IIoH84EjAKBggqhkjOPQQDAgNHADBEAiBNHLfGHhmHUeHEcJrb4N7Whp6Ht3Gm
YzlSj94PPMKk/wIgVYyLT5I39nwEj1XSU4kiTdyDIUCm5THZjBqsKKLlNPs=
-----END CERTIFICATE-----
`;

/** Its key. */
export const TEST_KEY: string = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgTCAHXdXN8fgOu9JL
EGNk0ar8OiYY0OVN5paVEJGl5pmhRANCAAQlomQCYZrgDLASyGdiuBMoAqvRDFg+
lkSZ63hAbhvda1vIFoQJnfjQUZQvJTwJD5FOr24vSxs1y7qi6umC8Qmg
-----END PRIVATE KEY-----
`;

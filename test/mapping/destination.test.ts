import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { chooseDestination } from '../../src/mapping/destination.ts';
import type { Destination, PlatformAddress } from '../../src/mapping/sale.ts';

const anAddress = (differences: Partial<PlatformAddress> = {}): PlatformAddress => ({
  line1: null,
  line2: null,
  city: 'Oakland',
  state: 'CA',
  zip: '94607',
  country: 'US',
  ...differences,
});

const to = (differences: Partial<PlatformAddress>, basis: Destination['basis'] = 'shipping'): Destination => ({
  basis,
  address: anAddress(differences),
});

const chosen = (...candidates: readonly Destination[]): { state: string | null; country: string; basis: string } => {
  const destination = chooseDestination(candidates);
  if (O.isNone(destination)) throw new Error('no destination was chosen');
  const { address, basis } = destination.value;
  return { state: address.state, country: address.country, basis };
};

const findings = (differences: Partial<PlatformAddress>): readonly unknown[] => {
  const destination = chooseDestination([to(differences)]);
  return O.isNone(destination) ? ['none'] : destination.value.decisions.flatMap(({ finding }) => finding ?? []);
};

describe('the destination of a sale', () => {
  it('is its ship-to address before its billing address', () => {
    expect(chosen(to({}), to({ state: 'NV' }, 'billing'))).toMatchObject({ state: 'CA', basis: 'shipping' });
  });

  it('is the next candidate when the first one has neither state nor ZIP', () => {
    const unusable = to({ state: '', zip: null });
    expect(chosen(unusable, to({ state: 'NV', zip: '89101' }, 'billing'))).toMatchObject({
      state: 'NV',
      basis: 'billing',
    });
  });

  it('is never a mixture of two addresses', () => {
    const destination = chooseDestination([to({ state: null, zip: null }), to({ city: null }, 'billing')]);
    expect(O.isSome(destination) && destination.value.address.city).toBeNull();
  });

  it.each([
    ['South Korea', 'KR'],
    ['Netherlands', 'NL'],
    ['Taiwan', 'TW'],
    ['Czech Republic', 'CZ'],
    ['Turkey', 'TR'],
    ['Côte d’Ivoire', 'CI'],
    ['Trinidad & Tobago', 'TT'],
    ['St. Lucia', 'LC'],
    ['U.K.', 'GB'],
    ['Kosovo', 'XK'],
    ['Ascension Island', 'AC'],
    ['Tristan da Cunha', 'TA'],
    ['Caribbean Netherlands', 'BQ'],
    ['Pitcairn Islands', 'PN'],
    ['South Georgia & South Sandwich Islands', 'GS'],
    ['Heard & McDonald Islands', 'HM'],
    ['Micronesia', 'FM'],
    ['Germany', 'DE'],
    ['deu', 'DE'],
  ])('knows a country by the name that platforms write: %s', (country, code) => {
    expect(chosen(to({ state: null, zip: null, country }))).toMatchObject({ country: code });
  });

  it.each(['U.S.A.', 'United States of America', 'United States', 'u.s.'])('knows the US as %s', (country) => {
    expect(chosen(to({ state: null, country }))).toMatchObject({ state: 'CA', country: 'US' });
  });

  it.each(['XK', 'AC', 'TA', 'AN'])('takes %s, a country of the platforms that ISO 3166-1 does not list', (country) => {
    expect(chosen(to({ state: null, zip: '10000', country }))).toMatchObject({ state: null, country });
  });

  it('accepts a state that is written out', () => {
    expect(chosen(to({ state: 'california' })).state).toBe('CA');
  });

  it.each([
    ['63385', 'MO'],
    ['63385-1234', 'MO'],
    ['00901', 'PR'],
    ['09012', 'AE'],
    ['06390', 'NY'],
  ])('derives the state of ZIP %s with a finding', (zip, state) => {
    expect(chosen(to({ state: ' ', zip })).state).toBe(state);
    expect(findings({ state: '', zip })).toStrictEqual(['state derived from ZIP']);
  });

  it.each(['Washington, D.C.', 'Washington, DC', 'D.C.', 'washington dc'])('takes %s for DC', (state) => {
    expect(chosen(to({ state, zip: '20001' })).state).toBe('DC');
    expect(findings({ state, zip: '20001' })).toStrictEqual([]);
  });

  it('reports that an unknown US state was given, and never its text', () => {
    const destination = chooseDestination([to({ state: 'Calif', zip: '94105' })]);
    expect(O.isSome(destination) && destination.value.decisions).toContainEqual({
      about: 'shipToAddress.state',
      value: 'CA',
      reason: 'the state is not a US state; derived from the ZIP',
      fields: ['state', 'zip'],
      finding: 'state derived from ZIP',
    });
  });

  it('keeps a written state that disagrees with its ZIP, and reports it', () => {
    expect(chosen(to({ state: 'CA', zip: '89101' })).state).toBe('CA');
    expect(findings({ state: 'CA', zip: '89101' })).toStrictEqual(['state and ZIP disagree']);
  });

  it('knows Puerto Rico as a country as well as a state', () => {
    expect(chosen(to({ country: 'PR', state: null, zip: null }))).toMatchObject({ state: 'PR', country: 'US' });
  });

  it('names a province abroad by ISO 3166-2 and needs none', () => {
    expect(chosen(to({ country: 'Canada', state: 'Ontario', zip: 'K2H 7A8' }))).toMatchObject({
      state: 'ON',
      country: 'CA',
    });
    for (const state of ['Québec', 'QUEBEC', 'Quebec', 'qc', 'QC']) {
      expect(chosen(to({ country: 'CA', state, zip: 'H2X 1Y4' }))).toMatchObject({ state: 'QC', country: 'CA' });
    }
    expect(chosen(to({ country: 'BR', state: 'Sao Paulo', zip: null }))).toMatchObject({ state: 'SP', country: 'BR' });
    expect(chosen(to({ country: 'DE', state: null, zip: '10115' }))).toMatchObject({ state: null, country: 'DE' });
  });

  it('does not exist without a country, a state and a ZIP', () => {
    expect(chooseDestination([to({ country: null, state: null, zip: null })])).toStrictEqual(O.none);
    expect(chooseDestination([to({ country: 'Atlantis', state: null, zip: null })])).toStrictEqual(O.none);
    expect(chooseDestination([])).toStrictEqual(O.none);
  });
});

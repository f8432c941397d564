import { describe, expect, it } from 'vitest';
import { touched } from '../../test/shell/reading.js';

describe('links that a command makes', () => {
  it('lead on to links that it made before', () => {
    expect(touched('ln -s .env a; ln -s a b; cat b')).toContain('read .env (cat)');
    expect(touched('ln -s /x/y d; cat d/z')).toContain('read /x/y/z (cat)');
  });

  it('are come by where a search follows links', () => {
    expect(touched('ln -s /x/y src/q; grep -R k src')).toContain('read /x/y (grep) and below');
    expect(touched('ln -s /x/y src/q; grep -r k src')).not.toContain('read /x/y (grep) and below');
    expect(touched('ln -s /x/y src/q; grep -R k lib')).not.toContain('read /x/y (grep) and below');
  });

  it('may lead around in a circle', () => {
    expect(touched('ln -s a b; ln -s b a; cat a')).toContain('read b (cat)');
    expect(touched('ln -s a/b a; cat a').length).toBeLessThan(60);
    const many = Array.from({ length: 300 }, (_, index) => `ln -s . l${index}`).join(';');
    expect(touched(`${many}; grep -R k .`).length).toBeLessThan(2000);
  });
});

import fc from 'fast-check';

// Each of many mutants is put to the laws; what a law has to say shows early.
fc.configureGlobal({ numRuns: 100 });

export { type ChangeBudgetOptions, changeBudget } from './change-budget.js';

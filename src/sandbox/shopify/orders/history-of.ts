import { beginHistory } from './begin-history.ts';
import { cancelHistory } from './cancel-history.ts';
import { editHistory } from './edit-history.ts';
import type { History } from './history.ts';
import type { OrderEvent } from './order-event.ts';
import type { Recipe } from './recipe.ts';
import { refundHistory } from './refund-history.ts';
import { returnHistory } from './return-history.ts';

const happens = (history: History, event: OrderEvent): History => {
  switch (event.kind) {
    case 'edit':
      return editHistory(history, event);
    case 'refund':
      return refundHistory(history, event);
    case 'return':
      return returnHistory(history, event);
    case 'cancel':
      return cancelHistory(history, event);
  }
};

/** The order with all that happened to it, computed to the cent. */
export const historyOf = (recipe: Recipe): History => recipe.events.reduce(happens, beginHistory(recipe));

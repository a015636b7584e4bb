"""Words as they count for meaning: which carry none, their stems, and which stand for each other."""

import re
import unicodedata

WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")

MEANINGLESS = """
needed needs wants wanted likes liked lets getting got gotten making made taking having being going
a an the this that these those i me my we us our ours you your yours he him his she her it its they them
their is are am be been being was were will would shall should can could may might must do does did done
have has had having of to in on at by for with from into onto over under about as than then so if or and
but nor yet up down out off again also just only even still now here there where when which who whom what
why how all any some each every both either neither such no not never none nothing cannot without very
too more most much many few less least own same other others another s t d ll m re ve don isn aren wasn
weren doesn didn won wouldn couldn shouldn hasn haven please sorry thanks thank hello hi hey sure yes yep
nope okay ok unfortunately great course certainly absolutely within during until till through between via
per get gets got let know one able unable happy glad like want need because while though although however
except unless whether set come comes came go goes take takes make makes currently already always usually
simply really well back s'il there's it's i'm i've you're we're they're you'll we'll i'll that's don't
can't won't isn't aren't doesn't didn't hasn't haven't wasn't weren't couldn't wouldn't shouldn't you've
we've i'd you'd let's what's
"""
STOP = frozenset(MEANINGLESS.split())

# Words of customer service that stand for each other; the first of a line speaks for the rest.
SAME = """
deliver delivery shipping shipment postage dispatch
ship send left sent dispatched mail
parcel package
store shop branch outlet location
refund reimburse reimbursement moneyback
fee charge cost price rate priced costs costing
allow permit permitted permission welcome allowed
accept take accepted
appointment booking visit slot reservation consultation session
book schedule reserve arrange booked
move reschedule shift change rebook postpone
cancel cancellation call-off
return sendback
item product goods article purchase
warranty guarantee
buy purchase purchased
train rail railway
doctor physician dr gp
patient client customer
clinic practice surgery
street st
road rd
avenue ave
start begin commence
end finish
phone telephone
mail e-mail email
near beside next close nearby
hour hours
open opening
free complimentary
full complete entire
working business
standard regular normal
cover include included covered covers
user seat member
bag baggage luggage suitcase
flight plane
car vehicle
room accommodation
staff employee team
kid child children
pet animal
person people guest
bill invoice
card debit credit
first initial
prescription repeat
limit maximum max cap
minimum min
new fresh
help assist support
answer reply respond
website site page online
""".strip()

IRREGULAR = {
    "left": "leave", "sent": "send", "paid": "pay", "bought": "buy", "took": "take", "children": "child",
    "people": "person", "made": "make", "began": "begin", "brought": "bring", "gave": "give", "given": "give",
    "kept": "keep", "held": "hold", "sold": "sell", "told": "tell", "went": "go", "written": "write",
    "taken": "take", "chosen": "choose", "spent": "spend", "lost": "lose", "women": "woman", "men": "man",
    "feet": "foot", "teeth": "tooth", "arrives": "arrive", "lies": "lie", "dying": "die",
}  # fmt: skip
ENDINGS = ("ation", "ment", "ing", "ied", "ed", "ly", "e", "y")


def unaccented(word: str) -> str:
    if word.isascii():
        return word
    return "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))


def stem(word: str) -> str:
    """A rough stem, enough to bring the forms of one English word together."""
    word = unaccented(word.casefold()).removesuffix("'s").replace("'", "")
    word = IRREGULAR.get(word, word)
    if len(word) > 3 and word[-1] == "s" and word[-2] not in "su":
        word = word[:-3] + "y" if word.endswith("ies") else word[:-1]
    ending = next((e for e in ENDINGS if word.endswith(e) and len(word) - len(e) >= 3), "")
    word = word.removesuffix(ending)
    doubled = ending and len(word) > 3 and word[-1] == word[-2] and word[-1] not in "se"
    if doubled and (word[-1] != "l" or len(word) > 5):
        return word[:-1]
    return word.removesuffix("e") if len(word) > 3 else word


SYNONYM = {stem(word): stem(line.split()[0]) for line in SAME.splitlines() for word in reversed(line.split())}


def canonical(word: str) -> str:
    """The stem that speaks for a word and its synonyms."""
    own = stem(word)
    return SYNONYM.get(own, own)


def content(text: str) -> frozenset[str]:
    """The canonical stems of the words that carry meaning."""
    words = (w for w in WORD.findall(text) if w.casefold() not in STOP)
    return frozenset(canonical(w) for w in words if len(w) > 1 or w.isdigit())

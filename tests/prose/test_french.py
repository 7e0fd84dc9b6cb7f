"""Where French words meet, and what becomes of requests."""

import pytest
from tiny_pack import tiny

from interpreter.languages.fr.grammar import French, infinitive
from interpreter.languages.nouns import Np
from interpreter.prose.words import Words

JOINED = [
    ("le nombre de ", "le sac", "le nombre du sac"),
    ("le nombre de ", "les sacs", "le nombre des sacs"),
    ("la couleur de ", "l’outil", "la couleur de l’outil"),
    ("au bord de ", "une case", "au bord d’une case"),
    ("une tuile de ", "Île bleue", "une tuile d’Île bleue"),
    ("égal à ", "le coût", "égal au coût"),
    ("égal à ", "les coûts", "égal aux coûts"),
    ("égal à ", "votre main", "égal à votre main"),
    ("plus que ", "elle", "plus qu’elle"),
    ("Si ", "il y a", "S’il y a"),
    ("si ", "ils ont", "s’ils ont"),
    ("de ", "\ue000héron", "de \ue000héron"),
    ("de ", "3 pièces", "de 3 pièces"),
]

REQUESTS = [
    ("recrutez une unité", "recruter une unité"),
    ("prenez une tuile et remettez-la", "prendre une tuile et la remettre"),
    ("utilisez un villageois, puis retournez sa tuile", "utiliser un villageois, puis retourner sa tuile"),
    ("construisez autant que vous voulez", "construire autant que vous voulez"),
    ("choisissez-en deux", "en choisir deux"),
    ("éliminez-y un pion", "y éliminer un pion"),
    ("échangez-la chez un voisin", "l’échanger chez un voisin"),
    ("faites deux étapes", "faire deux étapes"),
]


@pytest.mark.parametrize(("left", "right", "made"), JOINED)
def test_words_meet(left, right, made):
    assert French().join(left, right) == made


@pytest.mark.parametrize(("request_", "made"), REQUESTS)
def test_requests_become_infinitives(request_, made):
    assert French().acts(request_)
    assert French().base(request_) == made


@pytest.mark.parametrize(
    ("word", "made"),
    [
        ("gardez", "garder"), ("perdez", "perdre"), ("remplissez", "remplir"), ("baissez", "baisser"),
        ("obtenez", "obtenir"), ("recevez", "recevoir"), ("envoyez", "envoyer"), ("découvrez", "découvrir"),
        ("conservez", "conserver"), ("échangez", "échanger"), ("ajoutez", "ajouter"), ("produisez", "produire"),
    ],
)  # fmt: skip
def test_infinitives(word, made):
    assert infinitive(word) == made


@pytest.mark.parametrize("text", ["chacun de vos pions avance", "l’un de vos dés change", "si vous voulez, avancez"])
def test_what_is_no_request(text):
    assert not French().acts(text)


@pytest.mark.parametrize(
    ("one", "shown", "behind"),
    [
        ("l'atout", "l’atout", "la couleur de l’atout"),
        ("l’entame", "l’entame", "la couleur de l’entame"),
        ("les plis annoncés", "les plis annoncés", "la couleur des plis annoncés"),
        ("le sac", "le sac", "la couleur du sac"),
    ],
)
def test_a_term_keeps_its_article(one, shown, behind):
    words = Words(tiny().vocabulary, "fr")
    told = words.g.show(Np(words.made(one)))
    assert told == shown
    assert words.g.join("la couleur de ", told) == behind


def test_more_than_a_number():
    assert French().finish("votre or vaut moins que 13, son coût vaut plus que le vôtre") == (
        "votre or vaut moins de 13, son coût vaut plus que le vôtre"
    )
